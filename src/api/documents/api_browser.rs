//! A browser of the API: the files of a library.

use std::io::Read as _;
use std::sync::Arc;

use actix_web::web::Bytes;
use flate2::read::GzDecoder;
use utoipa_swagger_ui::{Config, SwaggerFile};

/// The files beside the page, with their types.
pub(super) const FILES: [(&str, &str); 7] = [
    ("swagger-ui.css", "text/css; charset=utf-8"),
    ("index.css", "text/css; charset=utf-8"),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
    ("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    ("swagger-ui-standalone-preset.js", "text/javascript; charset=utf-8"),
    ("swagger-initializer.js", "text/javascript; charset=utf-8"),
];

/// The page of the library with its own title.
pub(super) fn page() -> Bytes {
    let page = file("index.html");
    let page = String::from_utf8_lossy(&page);
    Bytes::from(page.replace("<title>Swagger UI</title>", "<title>Regicide Server API</title>"))
}

/// A file of the library.
pub(super) fn file(name: &str) -> Bytes {
    let config = Config::from("/openapi.json").validator_url("none").display_operation_id(true);
    let file = utoipa_swagger_ui::serve(name, Arc::new(config));
    let SwaggerFile { bytes, gzpipped, .. } = file.ok().flatten().expect("the file is part of the library");
    if !gzpipped {
        return bytes.into_owned().into();
    }
    let mut plain = Vec::new();
    GzDecoder::new(&*bytes).read_to_end(&mut plain).expect("the library's files are whole");
    plain.into()
}
