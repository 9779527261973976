//! The table of costs in the documentation: it lists the worst requests of each operation
//! that a client can think of, within the limits. The benchmark measures them, and a test
//! compares them with the OpenAPI document.

const PAGE: &str = include_str!("../../docs/reference/costs.md");

/// The cells of all rows: operation, request and figures.
pub(crate) fn rows() -> Vec<Vec<String>> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| {
        row.trim_matches('|').split('|').map(|cell| cell.trim_matches([' ', '`']).to_owned()).collect()
    };
    rows.map(cells).collect()
}
