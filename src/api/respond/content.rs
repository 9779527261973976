//! The content of an answer.

use std::io::Write as _;
use std::mem::take;
use std::sync::{Arc, OnceLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{AcceptEncoding, ContentEncoding, ETag, Encoding, EntityTag, Header};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
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
    beginning: Option<Arc<Beginning>>,
    compression: Compression,
    compressed: OnceLock<Bytes>,
}

/// The beginning of texts that differ in their ends. Its hash and its compressed form are
/// computed once for all of them.
pub(in crate::api) struct Beginning {
    text: String,
    hash: Hash,
    deflated: OnceLock<(Vec<u8>, Crc)>,
}

impl Content {
    pub(in crate::api) fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let tag = tag(Hash::of(&text));
        let (compression, compressed) = (Compression::fast(), OnceLock::new());
        Self { kind, text, tag, beginning: None, compression, compressed }
    }

    pub(in crate::api) fn json(body: &impl Serialize) -> Self {
        Self::new("application/json", to_json(body))
    }

    /// A JSON text with a shared beginning.
    pub(in crate::api) fn json_after(beginning: &Arc<Beginning>, end: &str) -> Self {
        let tag = tag(Hash::of(&[&beginning.hash.0, end.as_bytes()].concat()));
        let text = [&beginning.text, end].concat().into();
        let (compression, compressed) = (Compression::fast(), OnceLock::new());
        Self {
            kind: "application/json",
            text,
            tag,
            beginning: Some(beginning.clone()),
            compression,
            compressed,
        }
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
            if let Some(beginning) = &self.beginning {
                return beginning.gzip_with(&self.text[beginning.text.len()..]).into();
            }
            let mut encoder = GzEncoder::new(Vec::new(), self.compression);
            let written = encoder.write_all(&self.text).and_then(|()| encoder.finish());
            written.expect("memory takes everything").into()
        };
        self.compressed.get_or_init(compress).clone()
    }
}

impl Beginning {
    pub(in crate::api) fn new(text: String) -> Self {
        Self { hash: Hash::of(text.as_bytes()), text, deflated: OnceLock::new() }
    }

    /// The text with an end, which is stored without compression, as gzip (RFC 1952).
    fn gzip_with(&self, end: &[u8]) -> Vec<u8> {
        let (deflated, crc) = self.deflated.get_or_init(|| deflate(self.text.as_bytes()));
        let mut gzip = Vec::with_capacity(GZIP_HEADER.len() + deflated.len() + end.len() + 32);
        gzip.extend(GZIP_HEADER);
        gzip.extend(deflated);
        store(end, &mut gzip);
        let mut all = Crc::new();
        all.combine(crc);
        all.update(end);
        gzip.extend(all.sum().to_le_bytes());
        gzip.extend(all.amount().to_le_bytes());
        gzip
    }
}

/// Deflate, no flags, no time, an unknown system (RFC 1952, section 2.3).
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A text as deflated blocks, to be followed by others, and its checksum.
fn deflate(text: &[u8]) -> (Vec<u8>, Crc) {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text).and_then(|()| encoder.flush());
    written.expect("memory takes everything");
    let mut crc = Crc::new();
    crc.update(text);
    (take(encoder.get_mut()), crc)
}

/// Appends a text that is not empty as the last deflated blocks (RFC 1951, section 3.2.4).
fn store(text: &[u8], deflated: &mut Vec<u8>) {
    let mut blocks = text.chunks(u16::MAX.into()).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).expect("a block has its maximum length");
        deflated.push(blocks.peek().is_none().into());
        deflated.extend(length.to_le_bytes());
        deflated.extend((!length).to_le_bytes());
        deflated.extend(block);
    }
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let gzip = [Encoding::gzip()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(gzip.iter()) == Some(Encoding::gzip()))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn a_shared_beginning_is_compressed_as_the_text_of_its_own() {
        for (beginning, length) in [("", 1), ("{\"items\":[]", 300), (&*"entry ".repeat(9000), 200_000)] {
            let beginning = Arc::new(Beginning::new(beginning.to_owned()));
            let end = "own".repeat(length);
            for _ in 0..2 {
                let content = Content::json_after(&beginning, &end);
                let mut text = String::new();
                GzDecoder::new(&content.compressed()[..]).read_to_string(&mut text).unwrap();
                assert!(text == format!("{}{end}", beginning.text) && text.as_bytes() == content.text());
            }
            let other = Content::json_after(&beginning, &format!("{end} "));
            assert_ne!(other.tag, Content::json_after(&beginning, &end).tag);
        }
    }
}
