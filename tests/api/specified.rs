//! What the documentation says of the API is so.

use std::collections::BTreeSet;

use regicide_server::api::Code;

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

/// The cells of a row of a Markdown table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn the_catalogue_has_every_problem_with_its_status() {
    let page = include_str!("../../docs/reference/api.md");
    let (_, catalogue) = page.split_once("### Catalogue").unwrap();
    let rows =
        catalogue.lines().filter(|line| line.starts_with("| `")).take_while(|line| cells(line).len() == 4);
    let rows: Vec<_> = rows.map(cells).collect();
    let listed: Vec<(String, &str)> = rows.iter().map(|row| (row[0].replace('`', ""), row[1])).collect();
    let codes = Code::ALL.iter().map(|code| (code.to_string(), code.status()));
    let known: Vec<_> = codes.collect();
    let known: Vec<(String, &str)> =
        known.iter().map(|(name, status)| (name.clone(), status.as_str())).collect();
    assert_eq!(listed, known);
    assert!(rows.iter().flatten().all(|cell| !cell.is_empty()));
    let reasons: BTreeSet<_> = rows.iter().map(|row| row[2]).collect();
    assert_eq!(reasons.len(), rows.len(), "two codes for the same");
}
