//! Every operation has its worst request in the table of costs.

use std::collections::BTreeSet;

use regicide_server::api::document;

use crate::page::rows;

#[test]
fn every_operation_has_its_worst_request() {
    let paths = document()["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| item.as_object().unwrap().values());
    let there: BTreeSet<&str> =
        operations.filter_map(|operation| operation["operationId"].as_str()).collect();
    let rows = rows();
    let measured: BTreeSet<&str> = rows.iter().map(|row| &*row[0]).collect();
    assert_eq!(measured, there, "docs/reference/costs.md: add a row, and run `benches/cost_table`");
    let requests: BTreeSet<&[String]> = rows.iter().map(|row| &row[..2]).collect();
    assert_eq!(requests.len(), rows.len(), "a request is there once");
}

#[test]
fn no_unit_costs_more_than_documented() {
    for row in rows().iter().filter(|row| row[5] != "free") {
        let each: f64 = row[5].parse().unwrap();
        assert!(each <= 2.5, "docs/reference/costs.md: {}, {}: {each} ms a unit", row[0], row[1]);
    }
}
