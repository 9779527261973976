//! The dashboard and the alert rules use metrics and labels that the program has,
//! and the page of metrics explains every alert.
//!
//! A test in `api/state/metrics.rs` compares that page with the program.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

const PAGE: &str = include_str!("../../docs/reference/metrics.md");
const ALERTS: &str = include_str!("../../monitoring/alerts.yml");
const DASHBOARD: &str = include_str!("../../monitoring/grafana/dashboard.json");

/// Keywords that labels in parentheses follow.
const GROUPINGS: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];
const OPERATORS: [&str; 5] = ["and", "or", "unless", "offset", "bool"];
/// Labels that Prometheus gives to everything.
const EVERYWHERE: [&str; 2] = ["instance", "job"];

type Metrics = BTreeMap<String, BTreeSet<String>>;

/// Metrics that the program does not have: Prometheus's own, and that of the job that makes
/// backups.
const OTHERS: [&str; 2] = ["up", "regicide_backup_timestamp_seconds"];

/// The metrics of the page with their labels, histograms as the series that they
/// are, and those of others.
fn metrics() -> Metrics {
    let code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut metrics: Metrics = OTHERS.map(|name| (name.to_owned(), BTreeSet::new())).into();
    for row in PAGE.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let (name, labels) = (cells[1].trim_matches('`'), code(cells[3]));
        if cells[2] == "histogram" {
            let buckets = labels.iter().cloned().chain(["le".to_owned()]).collect();
            metrics.insert(format!("{name}_bucket"), buckets);
            metrics.extend(["sum", "count"].map(|of| (format!("{name}_{of}"), labels.clone())));
        } else {
            metrics.insert(name.to_owned(), labels);
        }
    }
    assert!(metrics.len() > 10);
    metrics
}

/// An expression without what is in quotes or in brackets.
fn bare(expression: &str) -> String {
    let unquoted: String = expression.split('"').step_by(2).collect();
    unquoted.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect()
}

fn is_part_of_a_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn word(text: &str) -> &str {
    &text[..text.find(|character| !is_part_of_a_word(character)).unwrap_or(text.len())]
}

/// Names in an expression that are no metric, and no label of its metric.
fn unknown(expression: &str, metrics: &Metrics) -> Vec<String> {
    let text = bare(expression);
    let (mut rest, mut unknown) = (text.as_str(), Vec::new());
    while let Some(begin) = rest.find(is_part_of_a_word) {
        let name = word(&rest[begin..]);
        let after = rest[begin + name.len()..].trim_start();
        rest = after;
        if GROUPINGS.contains(&name) {
            rest = after.split_once(')').unwrap().1;
            continue;
        }
        let is_called = after.starts_with('(') || GROUPINGS.contains(&word(after));
        if is_called || OPERATORS.contains(&name) || name.starts_with(|first: char| first.is_ascii_digit()) {
            continue;
        }
        let Some(labels) = metrics.get(name) else {
            unknown.push(name.to_owned());
            continue;
        };
        let Some(selector) = after.strip_prefix('{') else { continue };
        let (selected, behind) = selector.split_once('}').unwrap();
        rest = behind;
        for label in selected.split(',').map(|matcher| word(matcher.trim())) {
            if !labels.contains(label) && !EVERYWHERE.contains(&label) {
                unknown.push(format!("{name}{{{label}}}"));
            }
        }
    }
    unknown
}

/// The rules of the alerts, each with its name.
fn alerts() -> Vec<(&'static str, &'static str)> {
    let rules = ALERTS.split("- alert: ").skip(1);
    rules.map(|rule| rule.split_once('\n').unwrap()).collect()
}

/// The value of a key in a rule, which is on one line.
fn value(rule: &'static str, key: &str) -> &'static str {
    let value = rule.lines().find_map(|line| line.trim_start().strip_prefix(key)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("no {key} on one line: {rule}"))
}

/// All expressions of the dashboard.
fn expressions(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("expr").and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(expressions)).collect()
        }
        Value::Array(items) => items.iter().flat_map(expressions).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn alerts_use_existing_metrics() {
    let metrics = metrics();
    assert!(!alerts().is_empty());
    for (name, rule) in alerts() {
        assert_eq!(unknown(value(rule, "expr"), &metrics), [""; 0], "{name}");
    }
}

#[test]
fn the_dashboard_uses_existing_metrics() {
    let metrics = metrics();
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let expressions = expressions(&dashboard);
    assert!(expressions.len() > 10);
    for expression in expressions {
        assert_eq!(unknown(&expression, &metrics), [""; 0], "{expression}");
    }
    for variable in dashboard["templating"]["list"].as_array().unwrap() {
        let Some(query) = variable["definition"].as_str() else { continue };
        let metric = query.strip_prefix("label_values(").unwrap().split(',').next().unwrap();
        assert!(metrics.contains_key(metric), "{query}");
    }
}

#[test]
fn every_metric_is_on_the_dashboard() {
    for name in metrics().keys().filter(|name| *name != "up") {
        let name =
            ["_bucket", "_sum", "_count"].iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
        assert!(DASHBOARD.contains(name), "{name}");
    }
}

#[test]
fn every_alert_is_explained() {
    let explained: Vec<_> = PAGE.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let names: Vec<_> = alerts().iter().map(|(name, _)| *name).collect();
    assert_eq!(explained, names);
    for (name, rule) in alerts() {
        assert!(!value(rule, "summary").is_empty() && !value(rule, "severity").is_empty());
        let address = "{{ $externalLabels.docs }}/docs/reference/metrics.md";
        assert_eq!(value(rule, "runbook_url"), format!("\"{address}#{}\"", name.to_lowercase()));
    }
}

#[test]
fn a_name_that_is_no_metric_is_found() {
    let metrics = metrics();
    for (expression, wanted) in [
        ("sum by (instance) (rate(regicide_moves[5m])) > 0", "regicide_moves"),
        ("1 - regicid_ready offset 15m", "regicid_ready"),
        ("regicide_ready == 0 or up == gone", "gone"),
        ("rate(regicide_moves_total{route=\"/v1/{id}\",job=~\"a,b\"}[5m])", "regicide_moves_total{route}"),
        ("rate(regicide_http_request_duration_seconds[5m])", "regicide_http_request_duration_seconds"),
    ] {
        assert_eq!(unknown(expression, &metrics), [wanted], "{expression}");
    }
}
