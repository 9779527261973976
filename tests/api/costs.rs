//! Every operation has an entry in the benchmark of costs, and a line in its
//! table.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regicide_server::api::document;

use crate::operations::OPERATIONS;

fn table() -> Vec<Vec<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/costs.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

#[test]
fn every_operation_has_its_worst_request() {
    let document = document();
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| item.as_object().unwrap().values());
    let there: BTreeSet<&str> =
        operations.filter_map(|operation| operation["operationId"].as_str()).collect();
    let measured: BTreeSet<&str> = OPERATIONS.iter().map(|(operation, _)| *operation).collect();
    assert_eq!(measured, there, "benches/costs/operations.rs");
    assert_eq!(OPERATIONS.len(), there.len());
}

#[test]
fn no_unit_is_dearer_than_it_is_said_to_be() {
    let heading = table().iter().filter(|row| row[5] != "free").count();
    assert!(heading > 50, "{heading}");
    for row in table().iter().filter(|row| row[5] != "free") {
        let each: f64 = row[5].parse().unwrap();
        assert!(each <= 2.5, "docs/reference/costs.md: {}, {}: {each} ms a unit", row[0], row[1]);
    }
}

#[test]
fn every_request_is_in_the_table() {
    let wanted = OPERATIONS.iter().flat_map(|(operation, requests)| {
        requests.iter().map(move |request| [format!("`{operation}`"), (*request).to_owned()])
    });
    let wanted: Vec<[String; 2]> = wanted.collect();
    let table = table();
    let there: Vec<&[String]> = table.iter().map(|row| &row[..2]).collect();
    assert_eq!(there, wanted, "docs/reference/costs.md: run `benches/cost_table`");
}
