//! The documentation agrees with the API.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use regicide_server::api::{Code, document};
use serde_json::json;

use crate::server::Setting;
use crate::spec::{Kind, clauses};

#[actix_web::test]
async fn the_rules_list_the_clauses_of_the_specification() {
    let Setting { client, .. } = Setting::sqlite().await;
    let rules = client.get("/v1/rules").await.expect(200);
    let games = [("regicide", "docs/spec/rules.md"), ("regicide-tricks", "docs/spec/tricks.md")];
    for (game, (name, file)) in rules["items"].as_array().unwrap().iter().zip(games) {
        assert_eq!(game["kind"], name);
        let listed: Vec<&str> = game["clauses"]
            .as_array()
            .unwrap()
            .iter()
            .map(|clause| clause["rule"].as_str().unwrap())
            .collect();
        let of_play = clauses().into_iter().filter(|clause| clause.kind == Kind::Clause);
        let specified: Vec<String> =
            of_play.filter(|clause| clause.file == file).map(|clause| clause.id).collect();
        assert_eq!(listed, specified, "{file}");
    }
}

/// Writes the page if it is outdated, and fails then.
#[actix_web::test]
async fn the_page_of_problems_is_current() {
    const INTRODUCTION: &str = "\
# Problems

The test `the_page_of_problems_is_current` writes this page. `GET /problems` adds the remedies.

| Code | Status | Problem |
|---|---|---|
";
    let Setting { client, .. } = Setting::sqlite().await;
    let problems = client.get("/problems").await.expect(200);
    let problems = problems["items"].as_array().unwrap();
    let listed = problems.iter().map(|problem| (problem["code"].clone(), problem["status"].clone()));
    let known = Code::ALL.iter().map(|code| (json!(code.to_string()), json!(code.status().as_u16())));
    assert!(listed.eq(known));
    let titles: BTreeSet<_> = problems.iter().map(|problem| problem["title"].as_str().unwrap()).collect();
    assert_eq!(titles.len(), problems.len(), "two codes for the same");
    assert!(titles.iter().all(|title| !title.is_empty()));
    let mut page = INTRODUCTION.to_owned();
    for problem in problems {
        let [code, title] = ["code", "title"].map(|field| problem[field].as_str().unwrap());
        writeln!(page, "| `{code}` | {} | {title} |", problem["status"]).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/problems.md");
    if fs::read_to_string(&path).ok().as_ref() != Some(&page) {
        fs::write(&path, page).unwrap();
        panic!("docs/reference/problems.md was outdated; it is written now");
    }
}

fn entries(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// Names such as `GET /v1/daily?coming_days=7`.
#[test]
fn documented_routes_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = entries(docs).filter(|path| path.is_dir()).flat_map(entries);
    let parameters = &document()["components"]["parameters"];
    let mut named = 0;
    for page in pages.filter(|path| path.extension().is_some_and(|kind| kind == "md")) {
        let text = fs::read_to_string(&page).unwrap();
        for code in text.split('`') {
            let Some((method @ ("GET" | "POST" | "PATCH" | "DELETE"), path)) = code.split_once(' ') else {
                continue;
            };
            let (path, query) = path.split_once('?').unwrap_or((path, ""));
            if !path.starts_with('/') || path.contains([' ', '\n']) {
                continue;
            }
            let operation = &document()["paths"][path][method.to_lowercase()];
            assert!(operation.is_object(), "{}: {code}", page.display());
            let own = operation["parameters"].as_array().unwrap().iter().map(|parameter| {
                let shared = parameter["$ref"].as_str().and_then(|target| target.rsplit('/').next());
                let parameter = shared.map_or(parameter, |name| &parameters[name]);
                parameter["name"].as_str().unwrap()
            });
            let own: BTreeSet<&str> = own.collect();
            let mut sent = query.split('&').filter_map(|pair| Some(pair.split_once('=')?.0));
            assert!(sent.all(|name| own.contains(name)), "{}: {code}", page.display());
            named += 1;
        }
    }
    assert!(named > 20, "{named}");
}
