//! The form of the OpenAPI document that generators of clients need, also for future
//! parts of the API.

use std::collections::BTreeSet;

use serde_json::Value;

/// The name of a part of the document, for messages.
type Place = String;

/// Every object in a part of the document but for examples, with its place.
fn objects<'a>(value: &'a Value, place: &str, found: &mut Vec<(Place, &'a Value)>) {
    match value {
        Value::Object(fields) => {
            found.push((place.to_owned(), value));
            for (name, field) in fields.iter().filter(|(name, _)| *name != "example" && *name != "examples") {
                objects(field, &format!("{place}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                objects(item, &format!("{place}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Calls `check` with every object of the document, and whether it is a schema
/// with a name.
fn each(mut check: impl FnMut(&str, &Value, bool)) {
    let document = regicide_server::api::document();
    let mut found = Vec::new();
    objects(document, "", &mut found);
    for (place, value) in found {
        let is_named = place.strip_prefix("/components/schemas/").is_some_and(|name| !name.contains('/'));
        check(&place, value, is_named);
    }
}

/// The target of a reference.
fn component<'a>(document: &'a Value, reference: &str) -> &'a Value {
    document.pointer(reference.strip_prefix('#').unwrap()).unwrap()
}

/// True if it is a schema or null.
fn or_null(value: &Value) -> bool {
    value["anyOf"].as_array().is_some_and(|items| items.len() == 2 && items[1]["type"] == "null")
}

#[test]
fn every_union_has_a_discriminator() {
    let document = regicide_server::api::document();
    let mut unions = 0;
    each(|place, value, is_named| {
        if let Some(parts) = value["allOf"].as_array() {
            assert!(is_named, "{place}: what extends another has a name");
            let (own, others) = parts.split_last().unwrap();
            assert!(own["properties"].is_object() && !others.is_empty(), "{place}");
            assert!(others.iter().all(|other| other["$ref"].is_string()), "{place}");
        }
        assert!(value.get("anyOf").is_none() || or_null(value), "{place}");
        if value.get("oneOf").is_none() {
            return;
        }
        assert!(is_named, "{place}: a union has a name");
        unions += 1;
        let field = value["discriminator"]["propertyName"].as_str().expect(place);
        let mapping = value["discriminator"]["mapping"].as_object().expect(place);
        let variants = value["oneOf"].as_array().unwrap();
        let targets: BTreeSet<_> = mapping.values().map(Value::to_string).collect();
        assert_eq!(variants.len(), targets.len(), "{place}");
        for (tag, target) in mapping {
            assert!(variants.contains(&serde_json::json!({"$ref": target})), "{place}: {tag}");
            let variant = component(document, target.as_str().unwrap());
            let tags = mapping.iter().filter(|(_, other)| *other == target).map(|(tag, _)| tag.as_str());
            let tags: Value = tags.collect();
            assert_eq!(variant["properties"][field]["enum"], tags, "{place}: {tag}");
            assert!(variant["required"].as_array().unwrap().contains(&field.into()), "{place}: {tag}");
            // Generators name the values of a field by it, beside the union.
            for (name, property) in variant["properties"].as_object().unwrap() {
                let is_alike = place.ends_with(&format!("/{}", in_camel_case(name)));
                assert!(!is_alike || property.get("enum").is_none(), "{place}: {tag}: {name}");
            }
        }
    });
    assert!(unions >= 10, "{unions}");
}

/// `game_over` as `GameOver`.
fn in_camel_case(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// openapi-generator writes a file for each tag: that of the messages to webhooks would replace
/// the operations of a client.
#[test]
fn messages_to_webhooks_share_no_tag_with_operations() {
    let document = regicide_server::api::document();
    let tags = |section: &str| -> BTreeSet<String> {
        let items = document[section].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        operations.map(|operation| operation["tags"][0].as_str().unwrap().to_owned()).collect()
    };
    let (operations, messages) = (tags("paths"), tags("webhooks"));
    assert!(!messages.is_empty() && operations.is_disjoint(&messages), "{operations:?} {messages:?}");
    let described = document["tags"].as_array().unwrap().iter();
    let described: BTreeSet<_> = described.map(|tag| tag["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(described, &operations | &messages);
}

/// Objects of three fields and more, and schemas that are used in several places.
#[test]
fn every_large_object_and_every_repeated_list_of_values_has_a_name() {
    let mut known = BTreeSet::new();
    let mut tags = Vec::new();
    each(|_, value, _| {
        let field = value["discriminator"]["propertyName"].as_str();
        let targets = value["discriminator"]["mapping"].as_object().into_iter().flat_map(|all| all.values());
        let targets = targets.filter_map(Value::as_str);
        tags.extend(
            targets.filter_map(|target| Some(format!("{}/properties/{}", target.strip_prefix('#')?, field?))),
        );
    });
    each(|place, value, is_named| {
        let is_schema = value.get("type").is_some_and(|kind| kind.is_string() || kind.is_array());
        let is_object = is_schema && value.get("properties").is_some();
        // The own fields of an extending schema have its name.
        let is_own = place.rsplit('/').nth(1) == Some("allOf");
        // The values of a tag have the name of the variant.
        let has_values = is_schema && value.get("enum").is_some() && !tags.iter().any(|tag| place == tag);
        if is_named || is_own || !is_object && !has_values {
            return;
        }
        assert!(value["properties"].as_object().is_none_or(|fields| fields.len() <= 2), "{place}");
        let is_new = known.insert(value["enum"].to_string() + &value["properties"].to_string());
        assert!(is_new, "{place} is described in another place, too");
    });
}

#[test]
fn no_field_is_both_optional_and_nullable() {
    each(|place, value, _| {
        // A part of a result: `null` is compared, what is left out is not (S6.4).
        if place == "/components/schemas/RecordResult" {
            return;
        }
        let Some(properties) = value["properties"].as_object() else { return };
        let required = value["required"].as_array();
        for (name, property) in properties {
            let is_required = required.is_some_and(|required| required.contains(&name.as_str().into()));
            let kinds = property["type"].as_array();
            let is_nullable = kinds.is_some_and(|kinds| kinds.contains(&"null".into())) || or_null(property);
            assert!(is_required || !is_nullable, "{place}/{name}");
        }
    });
}

/// Names that generators fold into one, such as `a_b` and `aB`.
#[test]
fn names_do_not_collide_in_any_spelling() {
    let folded = |name: &str| name.replace(['_', '-', '.'], "").to_lowercase();
    let document = regicide_server::api::document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let names: BTreeSet<_> = schemas.keys().map(|name| folded(name)).collect();
    assert_eq!(names.len(), schemas.len());
    each(|place, value, _| {
        let own = value["properties"].as_object().into_iter().flat_map(|fields| fields.keys());
        let own: Vec<_> = own.map(|name| folded(name)).collect();
        // Some call an instance by the name of its class.
        let class = place.rsplit('/').next().unwrap();
        assert!(!own.contains(&folded(class)), "{place} has a field of its own name");
        assert_eq!(own.iter().collect::<BTreeSet<_>>().len(), own.len(), "{place}");
        let values = value["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let values: Vec<_> = values.map(folded).collect();
        assert_eq!(values.iter().collect::<BTreeSet<_>>().len(), values.len(), "{place}");
    });
}

/// ASCII without classes by name, groups or escapes that dialects differ in:
/// the same in ECMA 262, with the flag `u` and without, in Python and in Rust.
#[test]
fn patterns_are_plain() {
    let mut patterns = 0;
    each(|place, value, _| {
        let Some(pattern) = value["pattern"].as_str() else { return };
        patterns += 1;
        let plain = pattern.starts_with('^') && pattern.ends_with('$') && pattern.is_ascii();
        assert!(plain && !pattern.contains("(?"), "{place}: {pattern}");
        for escape in pattern.match_indices('\\').map(|(at, _)| &pattern[at + 1..at + 2]) {
            assert!("sx.".contains(escape), "{place}: {pattern}");
        }
    });
    assert!(patterns >= 10, "{patterns}");
}

#[test]
fn descriptions_are_for_readers_of_any_language() {
    each(|place, value, _| {
        let text = value["description"].as_str().unwrap_or_default();
        for code in ["```", "[`", "::", "# Errors"] {
            assert!(!text.contains(code), "{place}: {text}");
        }
    });
}

/// Returns true if an operation has the parameter.
fn parameter(document: &Value, operation: &Value, name: &str) -> bool {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let mut described = parameters.map(|own| own["$ref"].as_str().map_or(own, |at| component(document, at)));
    described.any(|parameter| parameter["name"] == name)
}

#[test]
fn every_operation_documents_its_token_and_headers() {
    let document = regicide_server::api::document();
    let names = document["components"]["headers"].as_object().unwrap();
    assert_eq!(document["security"], serde_json::json!([{"token": []}]));
    let mut required = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let security = operation.get("security");
            assert!(security.is_none_or(Value::is_array), "{method} {path}");
            assert_ne!(security, Some(&document["security"]), "{method} {path} repeats the document's");
            required += usize::from(security.is_none());
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"].as_str().map(|reference| component(document, reference));
                let headers = shared.unwrap_or(response)["headers"].as_object();
                let has = |name: &str| headers.is_some_and(|headers| headers.contains_key(name));
                let of_budget = status.starts_with('2') && path.starts_with("/v1");
                assert_eq!(has("X-Request-Id"), of_budget || status == "500", "{method} {path} {status}");
                for name in ["RateLimit", "RateLimit-Policy"] {
                    assert_eq!(has(name), of_budget || status == "429", "{method} {path} {status}");
                }
                let has_key = parameter(document, operation, "Idempotency-Key");
                assert_eq!(
                    has("Idempotency-Replayed"),
                    has_key && status.starts_with('2'),
                    "{method} {path}"
                );
                if has("ETag") {
                    assert!(["200", "304"].contains(&status.as_str()), "{method} {path} {status}");
                    assert!(parameter(document, operation, "If-None-Match"), "{method} {path}");
                    assert!(operation["responses"].get("304").is_some(), "{method} {path}");
                }
                assert_eq!(
                    has("Retry-After"),
                    ["429", "503"].contains(&status.as_str()) || method == "get" && status == "202",
                    "{method} {path} {status}"
                );
                for header in headers
                    .into_iter()
                    .flat_map(|headers| headers.values())
                    .filter_map(|header| header["$ref"].as_str())
                {
                    assert!(names.contains_key(header.rsplit('/').next().unwrap()), "{header}");
                }
            }
        }
    }
    assert!(required >= 20, "{required}");
}

#[test]
fn requests_are_parsed_strictly() {
    let document = regicide_server::api::document();
    let mut bodies = 0;
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let Some(body) = operation.get("requestBody") else { continue };
            let schema = &body["content"]["application/json"]["schema"];
            let schema = schema["$ref"].as_str().map_or(schema, |reference| component(document, reference));
            bodies += 1;
            assert!(schema.get("oneOf").is_some() || schema["additionalProperties"] == false, "{schema}");
        }
    }
    assert!(bodies >= 10, "{bodies}");
}

/// `extract/validation.rs` reads no others.
#[test]
fn schemas_of_requests_have_keywords_that_are_validated_and_integers_have_limits() {
    let document = regicide_server::api::document();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            objects(&operation["parameters"], path, &mut found);
            objects(&operation["requestBody"], path, &mut found);
        }
    }
    let (mut followed, mut integers) = (BTreeSet::new(), 0);
    while let Some((place, value)) = found.pop() {
        if let Some(reference) = value["$ref"].as_str()
            && followed.insert(reference)
        {
            objects(component(document, reference), reference, &mut found);
        }
        let kinds = value["type"].as_array();
        let unread = ["const", "allOf", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"];
        assert!(unread.iter().all(|keyword| value.get(keyword).is_none()), "{place}: {value}");
        assert!(kinds.is_none_or(|kinds| kinds.len() == 2 && kinds[1] == "null"), "{place}: {value}");
        assert_ne!(value["type"], "number", "{place}: {value}");
        if value["type"] == "integer" || kinds.is_some_and(|kinds| kinds.contains(&"integer".into())) {
            integers += 1;
            assert!(value["minimum"].is_i64() && value["maximum"].is_i64(), "{place}: {value}");
        }
    }
    assert!(integers >= 30, "{integers}");
}

#[test]
fn every_component_is_used() {
    let document = regicide_server::api::document();
    let text = document.to_string();
    for (section, components) in document["components"].as_object().unwrap() {
        for name in components.as_object().unwrap().keys().filter(|_| section != "securitySchemes") {
            let reference = format!("#/components/{section}/{name}");
            let uses = format!("\"$ref\":\"{reference}\"");
            assert!(text.contains(&uses), "{reference} is not used");
        }
    }
}

#[test]
fn components_are_distinct() {
    let document = regicide_server::api::document();
    for (section, components) in document["components"].as_object().unwrap() {
        let mut known = std::collections::BTreeMap::new();
        for (name, component) in components.as_object().unwrap() {
            let same = known.insert(component.to_string(), name);
            assert!(same.is_none(), "{section}: {name} is {same:?}");
        }
    }
}

#[test]
fn common_parts_of_operations_are_components() {
    let mut parameters = BTreeSet::new();
    let mut problems = BTreeSet::new();
    each(|place, value, _| {
        let parts: Vec<_> = place.split('/').collect();
        let is_problem = parts.len() > 2 && parts[parts.len() - 2] == "responses" && parts[1] == "paths";
        if is_problem && parts.last().unwrap().starts_with(['4', '5']) && value.get("$ref").is_none() {
            assert!(problems.insert(value.to_string()), "{place}: a problem that others have, too");
        }
        if parts.len() > 2 && parts[parts.len() - 2] == "parameters" && value.get("$ref").is_none() {
            assert!(parameters.insert(value.to_string()), "{place}: a parameter that others have, too");
        }
    });
}
