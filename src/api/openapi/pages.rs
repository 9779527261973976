//! The documentation in the browser: the OpenAPI document, and the pages of
//! `docs/` as they are in the repository for this version.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{self, Bytes, ServiceConfig};
use rust_embed::RustEmbed;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::api::respond::{Content, static_text};

#[derive(RustEmbed)]
#[folder = "docs"]
struct Pages;

/// All that is below `/docs/`. Page and script come from the binary, and no other
/// host is asked for anything.
pub(in crate::api) struct Docs {
    document: serde_json::Value,
    /// By their paths.
    pages: Vec<(String, Arc<Content>)>,
}

impl Docs {
    pub(in crate::api) fn new(document: serde_json::Value) -> Self {
        let lasting = |kind, text: Bytes| Arc::new(Content::new(kind, text).lasting());
        let front_page = lasting("text/html; charset=utf-8", front_page());
        let mut pages =
            vec![("/docs/".to_owned(), front_page.clone()), ("/docs/index.html".to_owned(), front_page)];
        pages.extend(Pages::iter().filter(|name| name.ends_with(".md")).map(|name| {
            let page = Pages::get(&name).expect("a page of the list").data.into_owned();
            // As plain text, because browsers download Markdown.
            (format!("/docs/{name}"), lasting("text/plain; charset=utf-8", page.into()))
        }));
        Self { document, pages }
    }

    pub(in crate::api) fn configure(&self, config: &mut ServiceConfig) {
        config.route("/docs", web::get().to(to_front_page));
        for (path, page) in &self.pages {
            config.route(path, static_text(page.clone()));
        }
        let document = self.document.clone();
        let browser = SwaggerUi::new("/docs/{_:.*}").external_url_unchecked("/docs/openapi.json", document);
        config.service(browser.config(swagger()));
    }
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
