//! The OpenAPI document: the handlers' descriptions, and the parts that all of them
//! share.

mod examples;
mod headers;
mod inline;
mod normalisation;
mod shared_components;
mod webhooks;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regicide_engine::i18n::Language;
use regicide_engine::json;
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, SchemaType, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder, SecurityRequirement,
};

use super::respond::problem::Code;
use super::routes;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Regicide Server",
        description = include_str!("description.md"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This server")),
    security(("token" = [])),
    components(schemas(super::respond::problem::ProblemDocument, super::picture::Scheme, crate::service::players::WhoseTurn, crate::service::challenges::SolutionGoal, crate::service::webhooks::payload::Payload)),
    tags(
        (name = "games", description = "Creating, listing and reading games"),
        (name = "seats", description = "Taking, freeing and handing over seats"),
        (name = "moves", description = "Legal moves, making moves, the log"),
        (name = "players", description = "Accounts: a name and a token"),
        (name = "webhooks", description = "Messages to a URL about events, and their deliveries"),
        (name = "messages", description = "Received from webhooks"),
        (name = "challenges", description = "The same game for many: daily ones and those of organisers, attempts, boards"),
        (name = "admin", description = "Actions of operators and organisers, and their log"),
        (name = "events", description = "Streams of events"),
        (name = "records", description = "Games that are over: replay, record, audit, forks; verifying, importing and exporting records"),
        (name = "rules", description = "The rules as data, so that no front end hard-codes them"),
        (name = "service", description = "Checks that the service is alive and ready"),
    ),
)]
struct Base;

/// The whole document.
#[must_use]
pub fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(generate);
    &DOCUMENT
}

fn generate() -> Value {
    let mut document = routes::describe(Base::openapi());
    let components = document.components.get_or_insert_with(Components::new);
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The secret token of a player (`POST /v1/players`), of a seat (for callers without a player), or of the operator. Each is accepted wherever a token may be sent"));
    components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            complete(path, operation);
        }
        for operation in [&mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten() {
            let failed = problem("`precondition_failed`: see the API reference on preconditions");
            operation.responses.responses.insert("412".to_owned(), RefOr::T(failed));
        }
    }
    // Generators remove the underscores of generic types, such as `EventPage_GameEvent`.
    let text = serde_json::to_string(&document)
        .expect("a document is plain data")
        .replace("EventPage_", "EventPage");
    let mut document = json::parse(text).expect("it was written as JSON");
    webhooks::add(&mut document);
    normalisation::normalise(&mut document);
    examples::add(&mut document);
    inline::inline(&mut document);
    headers::add(&mut document);
    shared_components::share(&mut document);
    document
}

/// Every operation of a document and every message to a webhook, with its path or event
/// and its method.
fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Value)> {
    let sections = document.as_object_mut().into_iter().flatten();
    let sections = sections.filter(|(name, _)| matches!(name.as_str(), "paths" | "webhooks"));
    let items = sections.filter_map(|(_, section)| section.as_object_mut()).flatten();
    items.flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations.map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// Adds the parts that follow from the path and the input of an operation, and marks
/// operations that need no token. The others inherit the requirement from the document.
fn complete(path: &str, operation: &mut Operation) {
    // Only the table of routes reads the extensions.
    operation.extensions = None;
    let security = operation.security.get_or_insert_default();
    let required = security.clone();
    let needs_token = *required == [SecurityRequirement::new("token", [""; 0])];
    if needs_token {
        operation.security = None;
    }
    let responses = &mut operation.responses.responses;
    for (_, response) in responses.iter_mut().filter(|(status, _)| status.starts_with(['4', '5'])) {
        if let RefOr::T(response) = response {
            *response = problem(&response.description);
        }
    }
    let mut add = |status: &str, description: &str| {
        responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(problem(description)));
    };
    if path == "/healthz" {
        return;
    }
    add("503", "`unavailable`: the database is away; try again after `Retry-After` seconds");
    if path == "/readyz" {
        return;
    }
    add("406", "`not_acceptable`: the client takes no JSON");
    add("429", "`too_many_requests`: the budget of the address or of the token is used up; see `RateLimit`");
    add("500", "`internal` or `stored_game_corrupt`: something is wrong here; it has been logged");
    if let Some(code) = routes::table().at(path).and_then(|route| route.unknown_id) {
        if code == Code::NoSuchGame {
            add(
                "403",
                "`embargoed`: its challenge still runs, and all seats are taken; or `forbidden`: it is private",
            );
        }
        add("404", &format!("`{code}`"));
    }
    if needs_token {
        add("403", "`forbidden`: this takes another token");
    }
    if operation.request_body.is_some() {
        add("400", "`malformed_body`, `malformed_header`, `invalid_value` or `idempotency_key_weak`");
        add("413", "`body_too_large`: more than 64 KiB, or 1 MiB for records");
        add("408", "`request_timeout`: the body did not arrive in time");
        add("415", "`unsupported_media_type`: the body is not declared as JSON, or it is compressed");
    } else {
        add("400", "`malformed_query` or `invalid_value`");
    }
    let named = |required: &SecurityRequirement| *required != SecurityRequirement::default();
    if required.iter().any(named) || operation.request_body.is_some() {
        add("401", "`token_missing` or `token_unknown`");
    }
    let parameters = operation.parameters.get_or_insert_default();
    if parameters.iter().any(|parameter| matches!(parameter, RefOr::T(own) if own.name == "Idempotency-Key"))
    {
        also(responses, "422", "`idempotency_key_reused`");
        // The idempotency key of a move is stored with it, in one statement.
        if operation.operation_id.as_deref() != Some("make_move") {
            also(responses, "409", "`idempotency_key_running`");
        }
    }
    parameters.splice(0..0, ids(path));
    parameters.push(language());
}

/// Appends a code to the problems of a status, which the handler lists with commas only.
fn also(responses: &mut BTreeMap<String, RefOr<Response>>, status: &str, code: &str) {
    match responses.get_mut(status) {
        Some(RefOr::T(own)) => own.description = format!("{} or {code}", own.description),
        Some(RefOr::Ref(_)) | None => drop(responses.insert(status.to_owned(), RefOr::T(problem(code)))),
    }
}

/// The parameters of the ids in a path, each described by the segment before it.
fn ids(path: &str) -> Vec<RefOr<Parameter>> {
    let segments: Vec<&str> = path.split('/').collect();
    let named = |pair: &[&str]| {
        let name = pair[1].strip_prefix('{')?.strip_suffix('}')?;
        let noun = pair[0].strip_suffix('s').filter(|_| name == "id" || name.ends_with("_id"))?;
        Some(id(name, noun))
    };
    segments.windows(2).filter_map(named).collect()
}

fn id(name: &str, noun: &str) -> RefOr<Parameter> {
    let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
    let uuid = text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    let parameter = ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(format!("The {noun}'s id")))
        .schema(Some(uuid));
    RefOr::T(parameter.build())
}

fn language() -> RefOr<Parameter> {
    let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).examples(["es"]);
    let known: Vec<&str> = Language::all().map(Language::tag).collect();
    let parameter = ParameterBuilder::new()
        .name("Accept-Language")
        .parameter_in(ParameterIn::Header)
        .description(Some(format!(
            "The language of texts for people (RFC 9110): {}. Names and codes do not depend on it.",
            known.join(", ")
        )))
        .schema(Some(text));
    RefOr::T(parameter.build())
}

fn problem(description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    ResponseBuilder::new().description(description).content("application/problem+json", content).build()
}
