//! The documents beside the API, which do not change while the service runs: the OpenAPI
//! document, the schema of records, the pages of `docs/` of this version with the files that
//! they name, and a browser of the API.

mod api_browser;
#[cfg(test)]
mod render;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use regicide_engine::record;

use super::openapi;
use super::respond::Content;

const CSS: &str = "text/css; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

/// The files of the build script: each page as HTML, and as plain text, because browsers
/// download Markdown.
const FILES: &[(&str, &str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/documents.rs"));

/// The introduction for language models, in the form of llmstxt.org.
const LLMS: &[u8] = include_bytes!("llms.txt");
const STYLE: &str = concat!(include_str!("../../../web/styles/theme.css"), "\n", include_str!("style.css"));
const ICON: &[u8] = include_bytes!("../../../web/icon.svg");

/// The path of the browser of the API.
const API_BROWSER: &str = "/docs/api/";

/// Folders without their slash, which lead to it.
const REDIRECTS: [(&str, &str); 3] =
    [("/docs", "/docs/"), ("/docs/api", API_BROWSER), ("/docs/decisions", "/docs/decisions/")];

/// The documents by their paths. All are part of the program, and need no other host.
pub(super) struct Documents(HashMap<String, Arc<Content>>);

/// Built on the first request that is not for an operation of the API, because
/// decompressing the files would delay the start.
static DOCUMENTS: LazyLock<Documents> = LazyLock::new(Documents::new);

impl Documents {
    pub(super) fn all() -> &'static Self {
        &DOCUMENTS
    }

    fn new() -> Self {
        let lasting = |kind, text: Bytes| Arc::new(Content::new(kind, text).lasting());
        let api = format!("{:#}", openapi::document());
        let schema = record::schema().to_string();
        let mut documents = HashMap::from([
            ("/openapi.json".to_owned(), lasting(JSON, api.into())),
            ("/llms.txt".to_owned(), lasting(TEXT, Bytes::from_static(LLMS))),
            ("/schemas/record.json".to_owned(), lasting("application/schema+json", schema.into())),
            ("/docs/style.css".to_owned(), lasting(CSS, STYLE.into())),
            ("/docs/icon.svg".to_owned(), lasting(SVG, Bytes::from_static(ICON))),
            (API_BROWSER.to_owned(), lasting(HTML, api_browser::page())),
        ]);
        let files = FILES.iter();
        documents.extend(
            files.map(|&(path, kind, text)| (path.to_owned(), lasting(kind, Bytes::from_static(text)))),
        );
        documents
            .extend(api_browser::FILES.map(|(name, kind)| {
                (format!("{API_BROWSER}{name}"), lasting(kind, api_browser::file(name)))
            }));
        Self(documents)
    }

    /// The answer with the document at a path, if there is one.
    pub(super) fn answer(&self, request: &HttpRequest) -> Option<HttpResponse> {
        if let Some(folder) = folder(request.path()) {
            return Some(
                HttpResponse::PermanentRedirect().insert_header((header::LOCATION, folder)).finish(),
            );
        }
        let mut response = HttpResponse::Ok();
        response
            .insert_header((header::CACHE_CONTROL, "no-cache"))
            .insert_header((header::VARY, "Accept-Encoding"));
        Some(self.0.get(request.path())?.respond(request, response))
    }

    pub(super) fn has(&self, path: &str) -> bool {
        folder(path).is_some() || self.0.contains_key(path)
    }

    /// Returns true if programs read the document at a path: requests for it may have no
    /// parameters, while links of people may.
    pub(super) fn is_for_programs(&self, path: &str) -> bool {
        self.has(path) && !path.starts_with("/docs")
    }
}

/// The folder that a path without its slash leads to.
fn folder(path: &str) -> Option<&'static str> {
    REDIRECTS.iter().find(|(own, _)| *own == path).map(|(_, folder)| *folder)
}
