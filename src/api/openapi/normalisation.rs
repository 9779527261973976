//! Schema normalisation: all schemas of the document get one form, whatever type they
//! come from, that every client generator accepts. `allOf` is used only where an answer
//! has all fields of another, each union has a discriminator and named variants, and no
//! field may be both left out and null, except in the result of a record.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::operations;

const SCHEMAS: &str = "#/components/schemas/";

/// The prefix of the names of pages; the rest is the name of an event.
const PAGE: &str = "EventPage";

/// A record may hold a part of its result, whose fields may be null (docs/spec/record.md
/// S6.4).
const PART_OF_A_RESULT: &str = "RecordResult";

type Schemas = Map<String, Value>;

/// The tag of a union, and its variants by their values of it.
type Variants<'a> = (&'a str, BTreeMap<&'a str, &'a Value>);

/// Normalises all schemas of a document.
pub(super) fn normalise(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut();
    let mut schemas = schemas.map(std::mem::take).unwrap_or_default();
    for (name, page) in &mut schemas {
        // A generic type has its parameter's schema in place of a reference.
        if let Some(event) = name.strip_prefix(PAGE) {
            page["properties"]["items"]["items"] = json!({"$ref": format!("{SCHEMAS}{event}")});
        }
    }
    let mut merged: Schemas =
        schemas.iter().map(|(name, schema)| (name.clone(), merge(schema, &schemas))).collect();
    let used = reachable(&merged, uses(document));
    merged.extend(schemas.into_iter().filter(|(_, schema)| extends(schema, &used)));
    schemas = name_variants(&merged);
    let asked = reachable(&schemas, [&requests(document)]);
    for (name, schema) in &mut schemas {
        if name != PART_OF_A_RESULT {
            say_when_missing(schema, asked.contains(name));
        }
        // Requests are read strictly; the derived schemas of union variants lack this.
        if asked.contains(name) && schema.get("properties").is_some() {
            schema["additionalProperties"] = false.into();
        }
    }
    let used = reachable(&schemas, uses(document));
    schemas.retain(|name, _| used.contains(name));
    document["components"]["schemas"] = schemas.into();
    for parameter in parameters(document) {
        never_null(&mut parameter["schema"]);
        // `false` is its default.
        if let Some(fields) = parameter.as_object_mut()
            && fields.get("required") == Some(&false.into())
        {
            fields.remove("required");
        }
        // A list is one value with commas, unless the parameter overrides it.
        if parameter["schema"]["type"] == "array" && parameter["explode"].is_null() {
            parameter["style"] = "form".into();
            parameter["explode"] = false.into();
        }
    }
    for (.., operation) in operations(document) {
        let Some(body) = operation.get_mut("requestBody") else { continue };
        // An optional body is not `null`.
        never_null(&mut body["content"]["application/json"]["schema"]);
    }
    tidy(document);
}

/// The values of an object's fields, or the items of a list.
pub(super) fn inner(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// The schema with the parts of every `allOf` in one object.
fn merge(schema: &Value, schemas: &Schemas) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut merged: Schemas =
                fields.iter().map(|(name, value)| (name.clone(), merge(value, schemas))).collect();
            if let Some(Value::Array(parts)) = merged.remove("allOf") {
                for part in parts {
                    let part = merge(resolve(&part, schemas), schemas);
                    add(&mut merged, part);
                }
            }
            Value::Object(merged)
        }
        Value::Array(items) => items.iter().map(|item| merge(item, schemas)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

/// Returns true if it has all fields of other schemas that are also used by themselves.
fn extends(schema: &Value, used: &BTreeSet<String>) -> bool {
    let parts = schema.get("allOf").and_then(Value::as_array);
    parts.is_some_and(|parts| parts.iter().filter_map(target).all(|name| used.contains(name)))
}

/// Adds an object's fields to another.
fn add(object: &mut Schemas, part: Value) {
    let Value::Object(part) = part else { return };
    for (name, value) in part {
        match (object.get_mut(&name), value) {
            (Some(Value::Object(own)), Value::Object(more)) => own.extend(more),
            (Some(Value::Array(own)), Value::Array(more)) => own.extend(more),
            (Some(_), _) => {}
            (None, value) => drop(object.insert(name, value)),
        }
    }
}

fn resolve<'a>(schema: &'a Value, schemas: &'a Schemas) -> &'a Value {
    match target(schema) {
        Some(name) => &schemas[name],
        None => schema,
    }
}

/// The name of the schema that a reference leads to.
pub(super) fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}

/// Makes every variant of a union a separate schema, named by its tag, and
/// adds the discriminator. Variants with the same fields are one schema, named by
/// these. A union of unions becomes one union.
fn name_variants(schemas: &Schemas) -> Schemas {
    let unions: BTreeMap<&str, Variants<'_>> = schemas
        .iter()
        .filter_map(|(name, schema)| Some((name.as_str(), by_tag(&variants(schema, schemas))?)))
        .collect();
    let mut rest = schemas.clone();
    for (union, (tag, variants)) in &unions {
        let mut mapping = BTreeMap::new();
        for alike in by_fields(tag, variants) {
            let kind = kind_of_variants(union, &alike, &unions);
            let name = match alike.as_slice() {
                [(value, _)] => in_camel_case(value) + kind,
                several => name_of_fields(tag, several) + kind,
            };
            mapping.extend(alike.iter().map(|(value, _)| (*value, format!("{SCHEMAS}{name}"))));
            rest.insert(name, together(tag, &alike));
        }
        let targets: BTreeSet<&String> = mapping.values().collect();
        let items: Vec<Value> = targets.into_iter().map(|target| json!({"$ref": target})).collect();
        rest[*union] = json!({
            "description": schemas[*union]["description"],
            "oneOf": items,
            "discriminator": {"propertyName": tag, "mapping": mapping},
        });
    }
    rest
}

/// The suffix in the name of a schema of alike variants: the union, or the last word of
/// its name if all unions with that word have these variants.
fn kind_of_variants<'a>(
    union: &'a str,
    alike: &[(&str, &Value)],
    unions: &BTreeMap<&str, Variants<'_>>,
) -> &'a str {
    let word = |name: &str| name.rfind(char::is_uppercase).unwrap_or_default();
    let last = &union[word(union)..];
    let others = unions.iter().filter(|(name, _)| name[word(name)..] == *last);
    let groups = others.flat_map(|(_, (tag, variants))| by_fields(tag, variants));
    let has =
        |group: &[(&str, &Value)]| group.iter().any(|(value, _)| alike.iter().any(|own| own.0 == *value));
    let same: Vec<_> = groups.filter(|group| has(group)).collect();
    if same.len() > 1 && same.iter().all(|group| group == alike) { last } else { union }
}

/// Variants of a union with their values of its tag, in groups that differ only in their
/// descriptions.
fn by_fields<'a>(tag: &str, variants: &BTreeMap<&'a str, &'a Value>) -> Vec<Vec<(&'a str, &'a Value)>> {
    let mut groups: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (value, variant) in variants {
        let mut fields = (*variant).clone();
        fields["properties"][tag] = Value::Null;
        remove_descriptions(&mut fields);
        groups.entry(fields.to_string()).or_default().push((*value, *variant));
    }
    groups.into_values().collect()
}

fn remove_descriptions(schema: &mut Value) {
    if let Value::Object(fields) = schema {
        // A field may have this name.
        fields.retain(|name, value| name != "description" || !value.is_string());
    }
    inner(schema).into_iter().for_each(remove_descriptions);
}

/// The name of a schema of variants by their fields, such as `CardSeat`.
fn name_of_fields(tag: &str, variants: &[(&str, &Value)]) -> String {
    let fields = variants.iter().take(1).filter_map(|(_, variant)| variant["properties"].as_object());
    let name: String =
        fields.flat_map(Map::keys).filter(|name| *name != tag).map(|name| in_camel_case(name)).collect();
    if name.is_empty() { "Simple".to_owned() } else { name }
}

/// One schema for variants with the same fields.
fn together(tag: &str, variants: &[(&str, &Value)]) -> Value {
    let (_, first) = variants[0];
    let mut schema = first.clone();
    if variants.len() > 1 {
        schema["description"] = descriptions(variants, "\n", |variant| &variant["description"]).into();
        for (name, property) in schema["properties"].as_object_mut().into_iter().flatten() {
            if name == tag {
                property["enum"] = variants.iter().map(|(value, _)| *value).collect();
            } else {
                let said = descriptions(variants, " ", |variant| &variant["properties"][name]["description"]);
                property["description"] = said.into();
            }
        }
    }
    schema
}

/// The description of each variant, once if all are equal.
fn descriptions(variants: &[(&str, &Value)], between: &str, of: impl Fn(&Value) -> &Value) -> String {
    let said = |variant| of(variant).as_str().unwrap_or_default();
    let (_, first) = variants[0];
    if variants.iter().all(|(_, variant)| said(variant) == said(first)) {
        return said(first).to_owned();
    }
    let each: Vec<String> =
        variants.iter().map(|(value, variant)| format!("`{value}`: {}", said(variant))).collect();
    each.join(between)
}

/// The variants of a union, including those of nested unions, each once; none of another
/// schema.
fn variants<'a>(schema: &'a Value, schemas: &'a Schemas) -> Vec<&'a Value> {
    let items = schema["oneOf"].as_array().into_iter().flatten();
    let items = items.map(|item| resolve(item, schemas)).flat_map(|item| {
        let inner = variants(item, schemas);
        if inner.is_empty() { vec![item] } else { inner }
    });
    let mut variants = Vec::new();
    for item in items {
        if !variants.contains(&item) {
            variants.push(item);
        }
    }
    variants
}

/// The field that has one value in each variant, and another in each, with the
/// variants by its values.
fn by_tag<'a>(variants: &[&'a Value]) -> Option<Variants<'a>> {
    let fields = variants.first()?["properties"].as_object()?;
    fields.keys().find_map(|field| {
        let value = |variant: &&'a Value| Some((single(&variant["properties"][field])?, *variant));
        let values: BTreeMap<&str, &Value> = variants.iter().map(value).collect::<Option<_>>()?;
        (values.len() == variants.len()).then_some((field.as_str(), values))
    })
}

/// The only value of a schema that has one.
fn single(schema: &Value) -> Option<&str> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [value] => value.as_str(),
        _ => None,
    }
}

pub(super) fn in_camel_case(words: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    words.split(['_', '-']).map(word).collect()
}

/// Marks fields that may be missing. An optional field of a request is not nullable. A
/// nullable field of an answer is always present. `Option` alone expresses neither.
fn say_when_missing(schema: &mut Value, is_asked: bool) {
    let Value::Object(fields) = schema else { return };
    let parts = fields.get_mut("allOf").and_then(Value::as_array_mut);
    parts.into_iter().flatten().for_each(|part| say_when_missing(part, is_asked));
    let required: BTreeSet<String> = fields.get("required").and_then(names).unwrap_or_default();
    let mut always = required.clone();
    for (name, property) in fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
    {
        if required.contains(name) {
            continue;
        }
        if is_asked {
            never_null(property);
        } else if is_nullable(property) {
            always.insert(name.clone());
        }
    }
    if !always.is_empty() {
        fields.insert("required".to_owned(), always.into_iter().collect());
    }
}

fn names(list: &Value) -> Option<BTreeSet<String>> {
    list.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

fn is_nullable(schema: &Value) -> bool {
    let null = Value::from("null");
    let with_null = |list: &Value| list.as_array().is_some_and(|types| types.contains(&null));
    with_null(&schema["type"])
        || schema["oneOf"].as_array().is_some_and(|items| items.iter().any(|item| item["type"] == null))
}

/// Removes `null` from the types of a schema.
fn never_null(schema: &mut Value) {
    if !is_nullable(schema) {
        return;
    }
    let Value::Object(fields) = schema else { return };
    let null = Value::from("null");
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|kind| *kind != null);
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(mut items)) = fields.remove("oneOf") {
        items.retain(|item| item["type"] != null);
        for item in items {
            add(fields, item);
        }
    }
}

fn parameters(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    operations(document)
        .filter_map(|(.., operation)| operation.get_mut("parameters")?.as_array_mut())
        .flatten()
}

fn requests(document: &Value) -> Value {
    let items = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = items.filter_map(Value::as_object).flat_map(Map::values);
    operations.filter_map(|operation| operation.get("requestBody").cloned()).collect()
}

/// The parts of the document that use schemas.
fn uses(document: &Value) -> [&Value; 2] {
    ["paths", "webhooks"].map(|section| &document[section])
}

/// The names of all schemas that are referenced, also indirectly.
fn reachable<'a>(schemas: &Schemas, from: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    from.into_iter().for_each(|part| reach(part, schemas, &mut found));
    found
}

fn reach(value: &Value, schemas: &Schemas, found: &mut BTreeSet<String>) {
    if let Some(name) = target(value)
        && found.insert(name.to_owned())
    {
        reach(&schemas[name], schemas, found);
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|value| reach(value, schemas, found)),
        Value::Array(items) => items.iter().for_each(|item| reach(item, schemas, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Writes a nullable reference as most tools do, with its description beside both
/// choices.
fn tidy(value: &mut Value) {
    if let Value::Object(fields) = value
        && let Some([reference, null]) =
            fields.get_mut("oneOf").and_then(Value::as_array_mut).map(Vec::as_mut_slice)
        && null["type"] == "null"
    {
        let description = reference.as_object_mut().and_then(|fields| fields.remove("description"));
        fields.extend(description.map(|text| ("description".to_owned(), text)));
        // A `oneOf` would be read as a separate union.
        let either = fields.remove("oneOf");
        fields.extend(either.map(|either| ("anyOf".to_owned(), either)));
    }
    inner(value).into_iter().for_each(tidy);
}
