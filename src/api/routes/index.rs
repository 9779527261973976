//! The index: the first answer to a client that has only the address.

use actix_web::get;
use regicide_engine::engine::GameKind;
use regicide_engine::i18n::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::COMMIT;
use crate::api::extract::context::Context;
use crate::api::respond::Answer;
use crate::api::state::json_lasting;
use crate::service::games::GameRules;
use crate::service::settings::Features;

/// The service, and links to everything in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Index {
    /// The name of the service.
    #[schema(examples("Regicide Server"))]
    name: &'static str,
    /// Its version; `-dev` marks one between releases.
    #[schema(examples("0.1.0-dev"))]
    version: &'static str,
    /// The commit that the program was built from, if the build had it.
    #[schema(examples("ea4c047d0f1c7a5e8b3d2c1a09f8e7d6c5b4a392"))]
    commit: Option<&'static str>,
    /// The OpenAPI document.
    #[schema(examples("/openapi.json"))]
    document_url: &'static str,
    /// The documentation.
    #[schema(examples("/docs/"))]
    docs_url: &'static str,
    /// A short description for language models (llmstxt.org).
    #[schema(examples("/llms.txt"))]
    llms_url: &'static str,
    /// The rules of all kinds of games.
    #[schema(examples("/v1/rules"))]
    rules_url: &'static str,
    /// The descriptions of all problems.
    #[schema(examples("/problems"))]
    problems_url: &'static str,
    /// The JSON Schema of records.
    #[schema(examples("/schemas/record.json"))]
    record_schema_url: &'static str,
    /// The kinds of games.
    kinds: Vec<KindInfo>,
    /// The languages of texts, for `Accept-Language`.
    languages: Vec<&'static str>,
    /// The enabled features.
    features: Features,
}

/// A kind of game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindInfo {
    /// The name for programs.
    kind: GameKind,
    /// The name for people.
    title: String,
    /// The version of the rules of new games.
    #[schema(minimum = 1, examples(1))]
    rules: u8,
    /// The possible numbers of players.
    player_counts: Vec<u8>,
}

impl From<GameRules> for KindInfo {
    fn from(GameRules { kind, title, rules, tables, .. }: GameRules) -> Self {
        Self { kind, title, rules, player_counts: tables.into_iter().map(|table| table.players).collect() }
    }
}

/// Read the index
///
/// The version, links, kinds of games, languages, and the features that the operator has
/// enabled.
#[utoipa::path(tag = "service", responses((status = 200, description = "The index", body = Index)))]
#[get("")]
pub(crate) async fn get_index(context: Context) -> Answer {
    let service = &context.api.service;
    json_lasting(&context.api, &context.request, |language| {
        Ok(Index {
            name: "Regicide Server",
            version: env!("CARGO_PKG_VERSION"),
            commit: COMMIT,
            document_url: "/openapi.json",
            docs_url: "/docs/",
            llms_url: "/llms.txt",
            rules_url: "/v1/rules",
            problems_url: "/problems",
            record_schema_url: "/schemas/record.json",
            kinds: service.games.rules(None, language)?.items.into_iter().map(KindInfo::from).collect(),
            languages: Language::all().map(Language::tag).collect(),
            features: service.core.features(),
        })
    })
}
