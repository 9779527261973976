//! The headers of answers that a client acts on. Each is described once, and answers
//! refer to the description. `description.md` alone describes the headers of every
//! answer.

use serde_json::{Value, json};

use super::operations;

/// Describes the headers, and adds references to them.
pub(super) fn add(document: &mut Value) {
    document["components"]["headers"] = headers();
    for (path, method, operation) in operations(document) {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            for name in names(path, method, status, &response["content"]) {
                response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
            }
        }
    }
}

fn headers() -> Value {
    let header = |description: &str, kind: &str, example: Value| json!({"description": description, "schema": {"type": kind, "examples": [example]}});
    json!({
        "X-Request-Id": header("The id of the request: the client's own, or a new one.", "string", json!("0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11")),
        "ETag": header("A tag over all that the answer shows, for `If-None-Match`.", "string", json!("W/\"9f86d081884c7d659a2feaa0c55ad015\"")),
        "RateLimit-Policy": header("The budgets that the request was paid from: units in seconds (IETF draft *RateLimit header fields for HTTP*).", "string", json!("\"read\";q=3000;w=60")),
        "RateLimit": header("The remaining units of these budgets, and the number of seconds until they are full again.", "string", json!("\"read\";r=2999;t=1")),
        "Retry-After": header("The number of seconds until the next try.", "integer", json!(1)),
    })
}

/// The headers that are particular to an answer, or matter more in it.
fn names(path: &str, method: &str, status: &str, content: &Value) -> Vec<&'static str> {
    let mut names = match status {
        "429" => vec!["RateLimit-Policy", "RateLimit", "Retry-After"],
        "500" => vec!["X-Request-Id"],
        "503" => vec!["Retry-After"],
        _ => Vec::new(),
    };
    // The requested result is being computed.
    let is_to_come = method == "get" && status == "202";
    if is_to_come {
        names.push("Retry-After");
    }
    if status.starts_with(['2', '3'])
        && status != "204"
        && !is_to_come
        && method == "get"
        && path.starts_with("/v1/")
        && content.get("application/x-ndjson").is_none()
    {
        names.push("ETag");
    }
    names
}
