//! The content of an answer.

use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{AcceptEncoding, ContentEncoding, ETag, Encoding, EntityTag, Header};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress};
use regicide_engine::engine::Hash;
use serde::Serialize;

use super::{is_known, tag, to_json};

/// Marks an answer with a number of bytes that were generated for it but are not sent,
/// because they are compressed.
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
    brotli: Option<Bytes>,
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
        Self::tagged(kind, text, tag)
    }

    fn tagged(kind: &'static str, text: Bytes, tag: EntityTag) -> Self {
        let (compression, compressed) = (Compression::fast(), OnceLock::new());
        Self { kind, text, tag, beginning: None, compression, compressed, brotli: None }
    }

    pub(in crate::api) fn json(body: &impl Serialize) -> Self {
        Self::new("application/json", to_json(body))
    }

    /// A JSON text with a shared beginning.
    pub(in crate::api) fn json_after(beginning: &Arc<Beginning>, end: &str) -> Self {
        let tag = tag(Hash::of(&[&beginning.hash.0, end.as_bytes()].concat()));
        let text = [&beginning.text, end].concat().into();
        Self { beginning: Some(beginning.clone()), ..Self::tagged("application/json", text, tag) }
    }

    /// The content with its best compression, which pays off if it is compressed once for
    /// many answers.
    pub(in crate::api) fn lasting(self) -> Self {
        Self { compression: Compression::best(), ..self }
    }

    /// The content with its form in Brotli, which only the build has time for.
    pub(in crate::api) fn with_brotli(self, brotli: Option<Bytes>) -> Self {
        Self { brotli, ..self }
    }

    pub(in crate::api) fn text(&self) -> &[u8] {
        &self.text
    }

    /// An answer with this content, as Brotli or gzip for clients that accept it; 304 for a
    /// client that has it (RFC 9110, section 13.1.2).
    pub(in crate::api) fn respond(
        &self,
        request: &HttpRequest,
        mut response: HttpResponseBuilder,
    ) -> HttpResponse {
        // Also for a 304: its headers replace those of the browser's copy, and the policy
        // for pages depends on the type.
        response.insert_header(ETag(self.tag.clone())).content_type(self.kind);
        if is_known(request, &self.tag) {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        let mut body = self.text.clone();
        if let Some(brotli) = &self.brotli
            && accepts(request, &Encoding::brotli())
        {
            body = brotli.clone();
            response.insert_header(ContentEncoding::Brotli);
        } else if body.len() >= COMPRESSED_FROM && accepts(request, &Encoding::gzip()) {
            body = self.compressed();
            response.insert_header(ContentEncoding::Gzip);
        }
        // The charge does not depend on the client's encodings.
        let unsent = self.text.len().saturating_sub(body.len()) as u64;
        let mut response = response.body(body);
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

/// The room for output beyond a text's length: two of the compressor's own buffers.
const DEFLATE_ROOM: usize = 256 * 1024;

/// Deflate, no flags, no time, an unknown system (RFC 1952, section 2.3).
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A text as deflated blocks, to be followed by others, and its checksum.
fn deflate(text: &[u8]) -> (Vec<u8>, Crc) {
    // More than it can take: a flush is complete if the output has room left.
    let mut deflated = Vec::with_capacity(text.len() + text.len() / 8 + DEFLATE_ROOM);
    let mut compress = Compress::new(Compression::fast(), false);
    compress.compress_vec(text, &mut deflated, FlushCompress::Sync).expect("there is room");
    assert!(compress.total_in() == text.len() as u64 && deflated.len() < deflated.capacity());
    deflated.shrink_to_fit();
    let mut crc = Crc::new();
    crc.update(text);
    (deflated, crc)
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

fn accepts(request: &HttpRequest, coding: &Encoding) -> bool {
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate([coding].into_iter()).as_ref() == Some(coding))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use actix_web::body::{BodySize, MessageBody as _};
    use actix_web::http::header::{self, HeaderName};
    use actix_web::test::TestRequest;
    use flate2::read::GzDecoder;

    use super::*;

    /// Text that is hard to compress.
    fn noise(length: usize) -> String {
        let mut state = 1_u64;
        let digit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b'!' + u8::try_from(state >> 58).unwrap())
        };
        std::iter::repeat_with(digit).take(length).collect()
    }

    #[test]
    fn bytes_are_charged_unless_the_client_has_the_answer() {
        let content = Content::json(&"word ".repeat(1000));
        let charged = |name: HeaderName, value: &str| {
            let request = TestRequest::default().insert_header((name, value)).to_http_request();
            let response = content.respond(&request, HttpResponse::Ok());
            let unsent = response.extensions().get().map_or(0, |&Unsent(bytes)| bytes);
            let BodySize::Sized(sent) = response.body().size() else { return unsent };
            sent + unsent
        };
        let length = content.text().len() as u64;
        assert_eq!(charged(header::ACCEPT_ENCODING, "identity"), length);
        assert_eq!(charged(header::ACCEPT_ENCODING, "gzip"), length);
        assert_eq!(charged(header::IF_NONE_MATCH, &content.tag.to_string()), 0);
    }

    #[test]
    fn a_client_gets_the_smallest_form_that_it_accepts() {
        let content = Content::json(&"word ".repeat(1000)).with_brotli(Some(Bytes::from_static(b"small")));
        for (accepted, sent) in
            [("gzip, deflate, br, zstd", Some("br")), ("gzip, br;q=0", Some("gzip")), ("identity", None)]
        {
            let request =
                TestRequest::default().insert_header((header::ACCEPT_ENCODING, accepted)).to_http_request();
            let response = content.respond(&request, HttpResponse::Ok());
            let coding =
                response.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(coding, sent, "{accepted}");
        }
    }

    #[test]
    fn a_shared_beginning_is_compressed_as_the_text_of_its_own() {
        let lengths = (0..400_000).step_by(7919);
        let texts = lengths.map(noise).chain(["{\"items\":[]".to_owned(), "entry ".repeat(9000)]);
        for beginning in texts.map(Beginning::new).map(Arc::new) {
            for end in ["1".to_owned(), noise(300), noise(200_000)] {
                let content = Content::json_after(&beginning, &end);
                let mut text = String::new();
                GzDecoder::new(&content.compressed()[..]).read_to_string(&mut text).unwrap();
                assert!(text == format!("{}{end}", beginning.text) && text.as_bytes() == content.text());
            }
        }
    }

    #[test]
    fn tags_depend_on_beginning_and_end() {
        let tag = |beginning: &str, end| {
            Content::json_after(&Arc::new(Beginning::new(beginning.to_owned())), end).tag
        };
        assert_eq!(tag("one", "end"), tag("one", "end"));
        assert_ne!(tag("one", "end"), tag("other", "end"));
        assert_ne!(tag("one", "end"), tag("one", "other"));
    }
}
