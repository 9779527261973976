//! The content of an answer.

use std::io::Write as _;
use std::sync::OnceLock;

use actix_web::http::StatusCode;
use actix_web::http::header::{AcceptEncoding, ContentEncoding, ETag, Encoding, EntityTag, Header};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;
use regicide::engine::Hash;
use serde::Serialize;

use super::{is_known, tag, to_json};
/// Marks an answer with a number of bytes that were generated for it but are not sent,
/// because the client has them.
pub(in crate::api) struct Unsent(pub(in crate::api) u64);

/// The size from which gzip saves bytes.
const COMPRESSED_FROM: usize = 256;

/// A text with its tag. A content for many requests is built once, also its compressed
/// form, which is built on its first use.
pub(in crate::api) struct Content {
    kind: &'static str,
    text: Bytes,
    tag: EntityTag,
    compression: Compression,
    compressed: OnceLock<Bytes>,
}

impl Content {
    pub(in crate::api) fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let tag = tag(Hash::of(&text));
        Self { kind, text, tag, compression: Compression::fast(), compressed: OnceLock::new() }
    }

    pub(in crate::api) fn json(body: &impl Serialize) -> Self {
        Self::new("application/json", to_json(body))
    }

    /// The content with its best compression, which pays off if it is compressed once for
    /// many answers.
    pub(in crate::api) fn lasting(self) -> Self {
        Self { compression: Compression::best(), ..self }
    }

    pub(in crate::api) fn text(&self) -> &[u8] {
        &self.text
    }

    /// An answer with this content, as gzip for clients that accept it; 304 for a client
    /// that has it (RFC 9110, section 13.1.2).
    pub(in crate::api) fn respond(
        &self,
        request: &HttpRequest,
        mut response: HttpResponseBuilder,
    ) -> HttpResponse {
        // Also for a 304: its headers replace those of the browser's copy, and the policy
        // for pages depends on the type.
        response.insert_header(ETag(self.tag.clone())).content_type(self.kind);
        let (mut response, sent) = if is_known(request, &self.tag) {
            (response.status(StatusCode::NOT_MODIFIED).finish(), 0)
        } else {
            let mut body = self.text.clone();
            if body.len() >= COMPRESSED_FROM && accepts_gzip(request) {
                body = self.compressed();
                response.insert_header(ContentEncoding::Gzip);
            }
            let length = body.len();
            (response.body(body), length)
        };
        // The charge does not depend on the client's copy or encodings.
        let unsent = self.text.len().saturating_sub(sent) as u64;
        response.extensions_mut().insert(Unsent(unsent));
        response
    }

    fn compressed(&self) -> Bytes {
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), self.compression);
            let written = encoder.write_all(&self.text).and_then(|()| encoder.finish());
            written.expect("memory takes everything").into()
        };
        self.compressed.get_or_init(compress).clone()
    }
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let gzip = [Encoding::gzip()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(gzip.iter()) == Some(Encoding::gzip()))
}
