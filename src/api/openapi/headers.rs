//! The headers of requests and answers that a client acts on. Each is described once, and
//! operations refer to the description. `description.md` alone describes the headers of
//! every answer.

use serde_json::{Value, json};

use super::operations;

/// Describes the headers, and adds references to them.
pub(super) fn add(document: &mut Value) {
    document["components"]["headers"] = headers();
    for (path, method, operation) in operations(document) {
        let (takes_key, has_pages) = (has_parameter(operation, "Idempotency-Key"), has_pages(operation));
        let mut has_tag = false;
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let mut names = names(path, method, status);
            if has_etag(path, method, status, &response["content"]) {
                names.push("ETag");
                has_tag = true;
            }
            if has_pages && status == "200" && response["content"].get("application/json").is_some() {
                names.push("Link");
            }
            if takes_key && status.starts_with('2') {
                names.push("Idempotency-Replayed");
            }
            for name in names {
                response["headers"][name] = reference(name);
            }
        }
        if has_tag {
            add_condition(operation);
        }
    }
}

fn headers() -> Value {
    let header = |description: &str, kind: &str, example: Value| json!({"description": description, "schema": {"type": kind, "examples": [example]}});
    json!({
        "X-Request-Id": header("The id of the request: the client's own, or a new one.", "string", json!("0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11")),
        "ETag": header("A tag over all that the answer shows, for `If-None-Match`.", "string", json!("W/\"9f86d081884c7d659a2feaa0c55ad015\"")),
        "Idempotency-Replayed": header("`true` if an earlier request with the same `Idempotency-Key` had this answer.", "string", json!("true")),
        "Link": header("The next page (RFC 8288): the request with `next` as `after`. Missing on the last page, and on a page of events that had to wait for them.", "string", json!("</v1/games?limit=20&after=01a1fd5f-2107-73f1-a7ae-926ec2d71501>; rel=\"next\"")),
        "RateLimit-Policy": header("The budgets that the request was paid from: units in seconds (IETF draft *RateLimit header fields for HTTP*).", "string", json!("\"read\";q=3000;w=60")),
        "RateLimit": header("The remaining units of these budgets, and the number of seconds until they are full again.", "string", json!("\"read\";r=2999;t=1")),
        "Retry-After": header("The number of seconds until the next try.", "integer", json!(1)),
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/headers/{name}")})
}

/// Returns true if an operation is a list with pages, or has events that are read in pages.
fn has_pages(operation: &Value) -> bool {
    has_parameter(operation, "after") && ["limit", "wait"].iter().any(|name| has_parameter(operation, name))
}

/// The headers of an answer by its status.
fn names(path: &str, method: &str, status: &str) -> Vec<&'static str> {
    match status {
        "429" => vec!["RateLimit-Policy", "RateLimit", "Retry-After"],
        "500" => vec!["X-Request-Id"],
        "503" => vec!["Retry-After"],
        _ if status.starts_with('2') && path.starts_with("/v1") => {
            let mut names = vec!["RateLimit-Policy", "RateLimit", "X-Request-Id"];
            let is_being_computed = method == "get" && status == "202";
            names.extend(is_being_computed.then_some("Retry-After"));
            names
        }
        _ => Vec::new(),
    }
}

/// Returns true for answers that a client may keep.
fn has_etag(path: &str, method: &str, status: &str, content: &Value) -> bool {
    status == "200"
        && method == "get"
        && path.starts_with("/v1/")
        && content.get("application/x-ndjson").is_none()
}

fn has_parameter(operation: &Value, name: &str) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.into_iter().flatten().any(|parameter| parameter["name"] == name)
}

/// Describes the condition of a request, and the answer if the client has the current one
/// (RFC 9110, section 13.1.2).
fn add_condition(operation: &mut Value) {
    if let Some(parameters) = operation["parameters"].as_array_mut() {
        parameters.push(json!({
            "name": "If-None-Match",
            "in": "header",
            "description": "The `ETag` of the answer that the client has",
            "schema": {"type": "string"},
        }));
    }
    operation["responses"]["304"] = json!({
        "description": "The client has the current answer",
        "headers": {"ETag": reference("ETag")},
    });
}
