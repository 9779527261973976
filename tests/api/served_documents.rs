//! The pages below `/docs/`, read as a browser reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use awc::http::Method;
use pulldown_cmark::{Event, Options, Parser, Tag};
use url::Url;

use crate::client::{Answer, Client};
use crate::server::Setting;
use crate::spec::clauses;

crate::on_both_databases!(
    every_link_of_a_document_works,
    every_link_of_a_source_works,
    guides_are_linked_for_programs_and_people,
    files_of_documents_are_served_as_they_are,
    an_unknown_page_is_not_found,
);

const INDEX: &str = "/docs/";
/// Another library's page.
const API_BROWSER: &str = "/docs/api/";

/// The values of an attribute in a page.
fn values(page: &str, attribute: &str) -> Vec<String> {
    let start = format!(" {attribute}=\"");
    let value = |rest: &str| rest.split('"').next().unwrap().replace("&amp;", "&");
    page.split(&start).skip(1).map(value).collect()
}

/// The links of a page, as path and anchor; those to other hosts are left out.
fn links(path: &str, page: &str) -> Vec<(String, Option<String>)> {
    let own = values(page, "href").into_iter().filter(|link| !link.contains("://"));
    own.map(|link| {
        let (target, anchor) =
            link.split_once('#').map_or((link.as_str(), None), |(target, anchor)| (target, Some(anchor)));
        let target = if target.is_empty() { path } else { target };
        (target.to_owned(), anchor.map(str::to_owned))
    })
    .collect()
}

/// The links of pages to paths or anchors that are not there. A file is a page without text.
fn dead_links(pages: &BTreeMap<String, String>) -> Vec<String> {
    let ids: BTreeMap<&str, BTreeSet<String>> =
        pages.iter().map(|(path, page)| (path.as_str(), values(page, "id").into_iter().collect())).collect();
    let is_dead = |(target, anchor): &(String, Option<String>)| {
        let ids = ids.get(target.as_str());
        ids.is_none_or(|ids| anchor.as_ref().is_some_and(|anchor| !ids.contains(anchor)))
    };
    let of_page = |(path, page): (&String, &String)| {
        let dead = links(path, page).into_iter().filter(is_dead);
        dead.map(|link| format!("{path}: {link:?}")).collect::<Vec<_>>()
    };
    pages.iter().flat_map(of_page).collect()
}

async fn open(client: &Client, path: &str) -> Answer {
    client.request(Method::GET, path).header("accept", "text/html,*/*;q=0.8").send().await
}

/// All that links lead to from the index.
async fn crawled(client: &Client) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut found = vec![INDEX.to_owned()];
    while let Some(path) = found.pop() {
        if pages.contains_key(&path) {
            continue;
        }
        let answer = open(client, &path).await;
        if answer.status.as_u16() != 200 {
            continue;
        }
        let is_page = answer.header("content-type") == Some("text/html; charset=utf-8");
        let text = if is_page && path != API_BROWSER { answer.text } else { String::new() };
        found.extend(links(&path, &text).into_iter().map(|(target, _)| target));
        pages.insert(path, text);
    }
    pages
}

/// The paths of the pages of a folder of the repository.
fn rendered(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(root.join(folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        match name.strip_suffix(".md") {
            Some("README") => paths.push(format!("/{folder}/")),
            Some(page) => paths.push(format!("/{folder}/{page}")),
            None if !name.contains('.') => paths.extend(rendered(&format!("{folder}/{name}"))),
            None => {}
        }
    }
    paths
}

#[test]
fn a_dead_link_is_found() {
    let page = |text: &str| text.to_owned();
    let mut pages = BTreeMap::from([
        (page("/docs/"), page("<a href=\"/docs/a#R1\">a</a> <a href=\"https://elsewhere.example/\">b</a>")),
        (page("/docs/a"), page("<p id=\"R1\"><a href=\"#R1\">c</a> <a href=\"/docs/\">d</a></p>")),
    ]);
    assert_eq!(dead_links(&pages), Vec::<String>::new());
    pages.insert(page("/docs/b"), page("<a href=\"/docs/a#R2\">e</a> <a href=\"/docs/c\">f</a>"));
    assert_eq!(dead_links(&pages).len(), 2);
}

async fn every_link_of_a_document_works(Setting { client, .. }: Setting) {
    let pages = crawled(&client).await;
    assert_eq!(dead_links(&pages), Vec::<String>::new());
    for path in rendered("docs") {
        let page = pages.get(&path).unwrap_or_else(|| panic!("no link leads to {path}"));
        assert!(page.contains("<html lang=\"en\">") && page.contains("<link rel=\"stylesheet\""), "{path}");
        let title = page.split("<title>").nth(1).unwrap().split("</title>").next().unwrap();
        assert!(title.ends_with("Regicide Server"), "{path}: {title}");
        assert!(page.contains("<a class=\"wordmark\" href=\"/docs/\">"), "{path}");
        let ids = values(page, "id");
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path}: {ids:?}");
        // The policy of these pages permits neither.
        assert!(!page.contains("<script") && !page.contains(" style=\""), "{path}");
    }
    for clause in clauses() {
        let page = &pages[&format!("/{}", clause.file.strip_suffix(".md").unwrap())];
        assert!(values(page, "id").contains(&clause.id), "{clause:?}");
    }
}

async fn every_link_of_a_source_works(Setting { client, .. }: Setting) {
    let mut links = BTreeSet::new();
    for page in rendered("docs") {
        let path = if page.ends_with('/') { format!("{page}README.md") } else { format!("{page}.md") };
        let source = client.get(&path).await;
        assert_eq!(source.header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
        let base = Url::parse("http://here.example").unwrap().join(&path).unwrap();
        for event in Parser::new_ext(&source.text, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let target = base.join(&dest_url).unwrap();
            if target.host_str() == base.host_str() {
                links.insert(target.path().to_owned());
            }
        }
    }
    assert!(links.contains("/docs/examples/bot.py") && links.contains("/docs/spec/rules.md"), "{links:?}");
    for link in links {
        assert_eq!(open(&client, &link).await.status.as_u16(), 200, "{link}");
    }
}

async fn guides_are_linked_for_programs_and_people(Setting { client, .. }: Setting) {
    let document = client.get("/openapi.json").await.expect(200);
    let description = document["info"]["description"].as_str().unwrap();
    let introduction = client.get("/llms.txt").await.text;
    for guide in rendered("docs/guides") {
        assert!(description.contains(&format!("]({guide})")), "{guide}");
        assert!(introduction.contains(&format!("]({guide}.md)")), "{guide}");
    }
    let targets = |text: &str| -> Vec<String> {
        text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()).collect()
    };
    for link in targets(description) {
        let page = client.get(&link).await;
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{link}");
    }
    for link in targets(&introduction).into_iter().filter(|link| link.starts_with("/docs/")) {
        let page = client.get(&link).await;
        assert_eq!(page.header("content-type"), Some("text/plain; charset=utf-8"), "{link}");
        assert!(page.text.starts_with("# "), "{link}");
    }
}

async fn files_of_documents_are_served_as_they_are(Setting { client, .. }: Setting) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, file) in [
        ("/docs/spec/example.json", "docs/spec/example.json"),
        ("/docs/spec/solver.md", "docs/spec/solver.md"),
        ("/docs/spec/vectors/log.json", "crates/engine/tests/data/vectors/log.json"),
        ("/docs/examples/verify.py", "examples/verify.py"),
        ("/docs/examples/rules/__init__.py", "examples/rules/__init__.py"),
    ] {
        let answer = client.get(path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}");
        assert_eq!(answer.text, std::fs::read_to_string(root.join(file)).unwrap(), "{path}");
        let tag = answer.header("etag").unwrap();
        let again = client.request(Method::GET, path).header("if-none-match", tag).send().await;
        assert_eq!(again.status.as_u16(), 304, "{path}");
    }
    // The client follows redirects.
    for (folder, page) in
        [("/docs", INDEX), ("/docs/api", API_BROWSER), ("/docs/decisions", "/docs/decisions/")]
    {
        let [folder, page] = [client.get(folder).await, client.get(page).await];
        assert_eq!(folder.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!((folder.status, folder.text), (page.status, page.text));
    }
}

async fn an_unknown_page_is_not_found(Setting { client, .. }: Setting) {
    let policy = |answer: &Answer| answer.header("content-security-policy").unwrap().to_owned();
    let page = open(&client, "/docs/guides/audit").await;
    assert!(!policy(&page).contains("script-src") && policy(&page).contains("style-src 'self'"));
    let home = policy(&open(&client, "/").await);
    for path in ["/docs/nonsense", "/docs/guides/audit/", "/docs/api/nonsense", "/docs/examples/../secret"] {
        client.get(path).await.problem(404, "no_such_path");
        // The web client's own page, which needs its policy.
        let page = open(&client, path).await;
        assert_eq!(page.status.as_u16(), 404, "{path}");
        assert!(page.text.contains("<script type=\"module\""), "{path}: {}", page.text);
        assert_eq!(policy(&page), home, "{path}");
    }
}
