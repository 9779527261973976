//! The headers of answers. Each is described once, and answers
//! refer to the description.

use serde_json::{Map, Value, json};

/// Describes the headers, and names them wherever they can be.
pub(super) fn add(document: &mut Value) {
    document["components"]["headers"] = headers();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let in_languages = operation["parameters"].as_array().is_some_and(|parameters| {
                parameters.iter().any(|parameter| parameter["name"] == "Accept-Language")
            });
            for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
                let names = names(path, method, status, in_languages, &response["content"]);
                name(response, &names);
            }
        }
    }
}

fn headers() -> Value {
    let header = |description: &str, kind: &str, example: Value| json!({"description": description, "schema": {"type": kind, "examples": [example]}});
    json!({
        "X-Request-Id": header("The id of the request: the client's own, or a new one.", "string", json!("0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11")),
        "Content-Language": header("The language of what is said to people, where something is.", "string", json!("es")),
        "ETag": header("A tag over all that the answer shows, for `If-None-Match`.", "string", json!("W/\"9f86d081884c7d659a2feaa0c55ad015\"")),
        "RateLimit-Policy": header("The budgets that the request was paid from: units in seconds (IETF draft *RateLimit header fields for HTTP*).", "string", json!("\"read\";q=3000;w=60")),
        "RateLimit": header("What is left of these budgets, and in how many seconds they are full again.", "string", json!("\"read\";r=2999;t=1")),
        "Retry-After": header("After how many seconds to try again.", "integer", json!(1)),
    })
}

/// The headers that an answer can have.
fn names(path: &str, method: &str, status: &str, in_languages: bool, content: &Value) -> Vec<&'static str> {
    let mut names = vec!["X-Request-Id"];
    let is_problem = content.get("application/problem+json").is_some();
    let is_success = status.starts_with(['2', '3']);
    if in_languages && (is_problem || is_success) {
        names.extend(["Content-Language", "RateLimit-Policy", "RateLimit"]);
    }
    // What is asked for is being computed.
    let is_to_come = method == "get" && status == "202";
    if is_to_come || matches!(status, "429" | "503") {
        names.push("Retry-After");
    }
    if is_success
        && !is_to_come
        && method == "get"
        && path.starts_with("/v1/")
        && content.get("application/x-ndjson").is_none()
    {
        names.push("ETag");
    }
    names
}

fn name(response: &mut Value, names: &[&str]) {
    let headers = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({"$ref": format!("#/components/headers/{name}")})));
    let headers: Map<String, Value> = headers.collect();
    match response.get_mut("headers").and_then(Value::as_object_mut) {
        Some(own) => own.extend(headers),
        None => response["headers"] = headers.into(),
    }
}
