//! The documents beside the API, which do not change while the service runs: the OpenAPI
//! document, the schema of records, the pages of `docs/` of this version, and a browser
//! of the API.

use std::collections::HashMap;
use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::read::GzDecoder;
use regicide_engine::record;
use rust_embed::RustEmbed;
use utoipa_swagger_ui::{Config, SwaggerFile};

use super::LLMS;
use crate::api::respond::Content;

#[derive(RustEmbed)]
#[folder = "docs"]
struct Pages;

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// The path of the pages for people.
const DOCS: &str = "/docs/";

/// The files of the browser of the API, beside its page.
const FILES: [(&str, &str); 7] = [
    ("swagger-ui.css", "text/css; charset=utf-8"),
    ("index.css", "text/css; charset=utf-8"),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
    ("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    ("swagger-ui-standalone-preset.js", "text/javascript; charset=utf-8"),
    ("swagger-initializer.js", "text/javascript; charset=utf-8"),
];

/// The documents by their paths. All are part of the program, and need no other host.
pub(in crate::api) struct Documents(HashMap<String, Arc<Content>>);

/// Built on the first request that is not for an operation of the API, because
/// decompressing the files would delay the start.
static DOCUMENTS: LazyLock<Documents> = LazyLock::new(Documents::new);

impl Documents {
    pub(in crate::api) fn all() -> &'static Self {
        &DOCUMENTS
    }

    fn new() -> Self {
        let lasting = |kind, text: Bytes| Arc::new(Content::new(kind, text).lasting());
        let api = lasting("application/json", format!("{:#}", super::document()).into());
        let front_page = lasting(HTML, front_page());
        let schema = lasting("application/schema+json", record::schema().to_string().into());
        let mut documents = HashMap::from([
            ("/openapi.json".to_owned(), api.clone()),
            ("/llms.txt".to_owned(), lasting(TEXT, Bytes::from_static(LLMS))),
            ("/schemas/record.json".to_owned(), schema),
            (DOCS.to_owned(), front_page.clone()),
            (format!("{DOCS}index.html"), front_page),
            (format!("{DOCS}openapi.json"), api),
        ]);
        // As plain text, because browsers download Markdown.
        documents.extend(Pages::iter().filter(|name| name.ends_with(".md")).map(|name| {
            let page = Pages::get(&name).expect("a page of the list").data.into_owned();
            (format!("{DOCS}{name}"), lasting(TEXT, page.into()))
        }));
        documents
            .extend(FILES.map(|(name, kind)| (format!("{DOCS}{name}"), lasting(kind, swagger_file(name)))));
        Self(documents)
    }

    /// The answer with the document at a path, if there is one.
    pub(in crate::api) fn answer(&self, request: &HttpRequest) -> Option<HttpResponse> {
        if request.path() == "/docs" {
            return Some(HttpResponse::PermanentRedirect().insert_header((header::LOCATION, DOCS)).finish());
        }
        let mut response = HttpResponse::Ok();
        response
            .insert_header((header::CACHE_CONTROL, "no-cache"))
            .insert_header((header::VARY, "Accept-Encoding"));
        Some(self.0.get(request.path())?.respond(request, response))
    }

    pub(in crate::api) fn has(&self, path: &str) -> bool {
        path == "/docs" || self.0.contains_key(path)
    }

    /// Returns true if programs read the document at a path: requests for it may have no
    /// parameters, while links of people may.
    pub(in crate::api) fn is_for_programs(&self, path: &str) -> bool {
        self.has(path) && !path.starts_with("/docs")
    }
}

fn swagger() -> Config<'static> {
    Config::from("/docs/openapi.json").validator_url("none").display_operation_id(true)
}

/// A file of the library.
fn swagger_file(name: &str) -> Bytes {
    let file = utoipa_swagger_ui::serve(name, Arc::new(swagger()));
    let SwaggerFile { bytes, gzpipped, .. } = file.ok().flatten().expect("the file is part of the library");
    if !gzpipped {
        return bytes.into_owned().into();
    }
    let mut plain = Vec::new();
    GzDecoder::new(&*bytes).read_to_end(&mut plain).expect("the library's files are whole");
    plain.into()
}

/// The page of the library with its own title.
fn front_page() -> Bytes {
    let page = swagger_file("index.html");
    let page = String::from_utf8_lossy(&page);
    Bytes::from(page.replace("<title>Swagger UI</title>", "<title>Regicide Server API</title>"))
}
