//! The web client: the pages and files of `web/`, or of a folder that the
//! operator names.
//!
//! An address of a page is answered with `index.html`, whose script then shows
//! that page. Files of the bundled client are named below `/client/VERSION/`,
//! where the version is a hash over all of them: they can be cached permanently, and
//! a page never mixes files of two versions.

mod about;
#[cfg(test)]
mod bundle;
mod files;

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, Accept, Header, HeaderValue, QualityItem};
use actix_web::mime::{self, Mime};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use matchit::Router;
use quick_cache::sync::Cache;

use super::respond::Content;
use super::respond::language::preferred_language;
use crate::service::Service;
use about::about;

pub(super) use about::PICTURE;
pub use files::WebClient;

/// The path of the files of the bundled client.
const CLIENT: &str = "/client/";
/// The headers of a request that answers depend on.
const VARY: &str = "Accept, Accept-Encoding, Accept-Language";
/// Addresses of the API, for all clients.
const API: [&str; 2] = ["/v1/", "/problems/"];
/// The maximum number of cached pages with different heads.
const PAGES_KEPT: usize = 64;
const PAGES: [&str; 13] = [
    "/",
    "/new",
    "/games/{id}",
    "/games/{id}/replay",
    "/daily",
    "/daily/{date}",
    "/challenges",
    "/challenges/{id}",
    "/players/{id}",
    "/continue",
    "/verify",
    "/rules",
    "/settings",
];

static PAGE_ROUTER: LazyLock<Router<()>> = LazyLock::new(|| {
    let mut router = Router::new();
    for pattern in PAGES {
        router.insert(pattern, ()).expect("pages differ");
    }
    router
});

/// Pages of the bundled client by their heads.
static PAGES_MADE: LazyLock<Cache<String, Arc<Content>>> = LazyLock::new(|| Cache::new(PAGES_KEPT));

/// The file or page at a path, if the client has one there. A browser that requests a
/// page at another path gets the client's own "nothing here", with the status 404.
pub(super) async fn answer(
    request: &HttpRequest,
    client: &WebClient,
    service: &Service,
) -> Option<HttpResponse> {
    let path = request.path();
    if is_page_of(request) {
        return page(request, client, service, HttpResponse::Ok()).await;
    }
    if let Some((version, name)) = path.strip_prefix(CLIENT).and_then(|rest| rest.split_once('/')) {
        let lasting = client.version().is_some_and(|own| own == version);
        return file(request, client, name, lasting).await;
    }
    if let Some(name) = path.strip_prefix('/')
        && let Some(found) = file(request, client, name, false).await
    {
        return Some(found);
    }
    let theirs = API.iter().any(|prefix| path.starts_with(prefix));
    if theirs || !wants_page(request) {
        None
    } else {
        page(request, client, service, HttpResponse::NotFound()).await
    }
}

/// Returns true if the client has a page or a file at the path of a request.
pub(super) async fn has(client: &WebClient, request: &HttpRequest) -> bool {
    let path = request.path();
    let file = match path.strip_prefix(CLIENT).and_then(|rest| rest.split_once('/')) {
        Some((_, name)) => name,
        None if is_page_of(request) => "index.html",
        None => path.trim_start_matches('/'),
    };
    client.file(file).await.is_some()
}

/// Returns true if a page is at the path of a request, and scripts can read the path.
fn is_page_of(request: &HttpRequest) -> bool {
    is_page(request.path()) && is_decodable(request.uri().path())
}

/// Returns true if a page is at a path, with or without a slash at its end.
fn is_page(path: &str) -> bool {
    let path = path.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(path);
    PAGE_ROUTER.at(path).is_ok()
}

/// Returns true if a browser's script can decode a path: no percent sign stands alone,
/// and the bytes are UTF-8 without control characters.
fn is_decodable(path: &str) -> bool {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let Some((Ok(byte), rest)) = part.split_at_checked(2).map(|(hex, rest)| (hex::decode(hex), rest))
        else {
            return false;
        };
        bytes.extend(byte);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).is_ok_and(|text| !text.chars().any(char::is_control))
}

/// Returns true if the caller accepts HTML explicitly, as browsers do.
fn wants_page(request: &HttpRequest) -> bool {
    let html = |range: &QualityItem<Mime>| range.item.essence_str() == mime::TEXT_HTML.essence_str();
    Accept::parse(request).is_ok_and(|Accept(ranges)| ranges.iter().any(html))
}

/// `index.html` with the metadata of the page at this address.
async fn page(
    request: &HttpRequest,
    client: &WebClient,
    service: &Service,
    mut response: HttpResponseBuilder,
) -> Option<HttpResponse> {
    let base = client.version().map(|version| format!("{CLIENT}{version}")).unwrap_or_default();
    let language = preferred_language(request);
    let mut head = about(service, request.path(), request.query_string(), language).await;
    // The script requests the texts; the page does not.
    let texts = format!("{}.js", language.tag());
    if client.version().is_some() {
        let _ = write!(head, "\n<link rel=\"modulepreload\" href=\"{base}/{texts}\">");
    }
    let index = client.file("index.html").await?;
    let make = || {
        let index = String::from_utf8_lossy(index.text());
        let text = index.replace("{base}", &base).replace("<!-- about -->", &head);
        Arc::new(Content::new("text/html; charset=utf-8", text))
    };
    // The files of a folder change.
    let content = match client.version() {
        Some(_) => PAGES_MADE.get_or_insert_with(&head, || Ok::<_, Infallible>(make())),
        None => Ok(make()),
    };
    response.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    let Ok(content) = content;
    Some(answer_with(request, response, "no-cache", &content))
}

async fn file(request: &HttpRequest, client: &WebClient, name: &str, lasting: bool) -> Option<HttpResponse> {
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    Some(answer_with(request, HttpResponse::Ok(), cache, &*client.file(name).await?))
}

fn answer_with(
    request: &HttpRequest,
    mut response: HttpResponseBuilder,
    cache: &'static str,
    content: &Content,
) -> HttpResponse {
    response
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static(cache)))
        .insert_header((header::VARY, HeaderValue::from_static(VARY)));
    content.respond(request, response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn the_pages_are_those_of_the_bundled_client() {
        let router = WebClient::Bundled.file("router.js").await.unwrap();
        let router = String::from_utf8(router.text().to_vec()).unwrap();
        let entries = router.lines().filter_map(|line| line.trim().strip_prefix("[\"/"));
        let paths = entries.map(|rest| format!("/{}", rest.split('"').next().unwrap()));
        let patterns = paths.map(|path| {
            let part =
                |part: &str| part.strip_prefix(':').map_or(part.to_owned(), |name| format!("{{{name}}}"));
            path.split('/').map(part).collect::<Vec<_>>().join("/")
        });
        assert_eq!(patterns.collect::<Vec<_>>(), PAGES);
    }

    #[test]
    fn a_path_that_no_script_decodes_is_no_page() {
        for path in ["/games/%zz", "/games/%", "/games/%4", "/games/%ff", "/games/%00", "/games/%c3", "/%0a"]
        {
            assert!(!is_decodable(path), "{path}");
        }
        for path in ["/", "/games/01a1", "/games/%C3%A9", "/games/%25", "/games/a%2Fb"] {
            assert!(is_decodable(path), "{path}");
        }
    }

    #[test]
    fn a_slash_may_end_the_address_of_a_page() {
        for (path, there) in [("/", true), ("/games/1/", true), ("/games/", false)] {
            assert_eq!(is_page(path), there, "{path}");
        }
    }
}
