//! The documentation in the browser: the OpenAPI document, and the pages of
//! `docs/` as they are in the repository for this version.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{self, Bytes, ServiceConfig};
use rust_embed::RustEmbed;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::api::respond::static_text;

#[derive(RustEmbed)]
#[folder = "docs"]
struct Pages;

/// Adds all that is below `/docs/`. Page and script come from the binary, and
/// no other host is asked for anything.
pub(in crate::api) fn configure(config: &mut ServiceConfig, document: serde_json::Value) {
    let front_page = front_page();
    config
        .route("/docs", web::get().to(to_front_page))
        .route("/docs/", static_text("text/html; charset=utf-8", front_page.clone()))
        .route("/docs/index.html", static_text("text/html; charset=utf-8", front_page));
    for name in Pages::iter().filter(|name| name.ends_with(".md")) {
        let page = Pages::get(&name).expect("a page of the list").data.into_owned();
        // As plain text, because browsers download Markdown.
        config.route(&format!("/docs/{name}"), static_text("text/plain; charset=utf-8", page.into()));
    }
    let browser = SwaggerUi::new("/docs/{_:.*}").external_url_unchecked("/docs/openapi.json", document);
    config.service(browser.config(swagger()));
}

async fn to_front_page() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

fn swagger() -> Config<'static> {
    Config::from("/docs/openapi.json").validator_url("none").display_operation_id(true)
}

/// The page of the library under a title of its own.
fn front_page() -> Bytes {
    let page = utoipa_swagger_ui::serve("index.html", Arc::new(swagger()));
    let page = page.ok().flatten().expect("the page is part of the library");
    let page = String::from_utf8_lossy(&page.bytes);
    Bytes::from(page.replace("<title>Swagger UI</title>", "<title>Regicide Server API</title>"))
}
