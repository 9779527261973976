//! The section `webhooks`: each message that the service sends to the URL of a webhook.

use serde_json::{Map, Value, json};

use super::normalisation::in_camel_case;

/// The schema of all events and their data.
const PAYLOAD: &str = "Payload";

/// Describes the messages. A message is an event and its data, with a time.
pub(super) fn add(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    let payload = schemas.as_object_mut().and_then(|schemas| schemas.remove(PAYLOAD)).unwrap_or_default();
    let mut webhooks = Map::new();
    for message in payload["oneOf"].as_array().into_iter().flatten() {
        let event = message["properties"]["type"]["enum"][0].as_str().unwrap_or_default();
        let name = format!("{}Message", in_camel_case(event));
        let mut schema = message.clone();
        schema["properties"]["timestamp"] = json!({
            "type": "string",
            "format": "date-time",
            "description": "The time at which the message was made.",
        });
        schema["properties"]["type"]["description"] = "The event.".into();
        schema["properties"]["data"]["description"] = "The data of the event.".into();
        schema["required"] = json!(["type", "timestamp", "data"]);
        webhooks.insert(event.to_owned(), operation(event, &name, &message["description"]));
        schemas[name] = schema;
    }
    document["webhooks"] = webhooks.into();
}

fn operation(event: &str, name: &str, description: &Value) -> Value {
    let header = |name: &str, description: &str| json!({"name": name, "in": "header", "required": true, "description": description, "schema": {"type": "string"}});
    json!({"post": {
        "tags": ["messages"],
        "operationId": format!("receive_{event}"),
        "summary": format!("Receive `{event}`"),
        "description": description,
        "security": [],
        "parameters": [
            header("webhook-id", "The id of the message, the same in each attempt"),
            header("webhook-timestamp", "The time of the attempt, in seconds since 1970"),
            header("webhook-signature", "`v1,` and the signature in base64: HMAC-SHA256 of id, timestamp and body with dots in between, keyed with the secret of the webhook (Standard Webhooks)"),
        ],
        "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}},
        },
        "responses": {
            "2XX": {"description": "The message was received"},
            "410": {"description": "The receiver unsubscribes: the webhook is switched off"},
            "default": {"description": "The message is sent again later"},
        },
    }})
}
