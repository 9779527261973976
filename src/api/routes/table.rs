//! The table of routes: what is known about a path before its handler is found.

use std::collections::BTreeSet;

use actix_web::http::Method;

use crate::api::http::budget::kind::Kind::{
    self, Change, Create, Export, Import, Move, Read, Stream, Verify,
};
use crate::api::respond::problem::Code::{self, NoSuchChallenge, NoSuchGame, NoSuchPlayer, NoSuchWebhook};

/// A path with its methods.
#[derive(Debug)]
pub(in crate::api) struct Route {
    pub(in crate::api) pattern: &'static str,
    /// The methods, each with the budget that its requests are paid from.
    methods: &'static [(&'static str, Kind)],
    /// The problem if nothing has the id in the path.
    pub(in crate::api) unknown_id: Option<Code>,
    /// Whether requests are paid from budgets at all.
    pub(in crate::api) is_counted: bool,
}

/// All paths of the API. No two of them fit the same request. The busiest come
/// first, because they are searched in this order.
static ROUTES: [Route; 58] = [
    Route::new("/v1/games/{id}/moves", &[("GET", Read), ("POST", Move)]).of(NoSuchGame),
    Route::new("/v1/games/{id}", &[("GET", Read), ("DELETE", Change)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/events", &[("GET", Stream)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/legal-moves", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games", &[("GET", Read), ("POST", Create)]),
    Route::new("/v1/games/{id}/analysis", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/audit", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/forks", &[("POST", Create)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/invitations", &[("POST", Create)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/proof", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/record", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/rematches", &[("POST", Create)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/replay", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/seats", &[("POST", Create)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/seats/{seat}", &[("DELETE", Change)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/seats/{seat}/bot", &[("POST", Create), ("DELETE", Change)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/signals", &[("GET", Read), ("POST", Move)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/table.svg", &[("GET", Read)]).of(NoSuchGame),
    Route::new("/v1/games/{id}/undo", &[("POST", Move)]).of(NoSuchGame),
    Route::new("/v1/players", &[("POST", Create)]),
    Route::new("/v1/players/{id}", &[("GET", Read), ("DELETE", Change), ("PATCH", Change)]).of(NoSuchPlayer),
    Route::new("/v1/players/{id}/events", &[("GET", Stream)]).of(NoSuchPlayer),
    Route::new("/v1/players/{id}/games", &[("GET", Read)]).of(NoSuchPlayer),
    Route::new("/v1/players/{id}/token", &[("POST", Change)]).of(NoSuchPlayer),
    Route::new("/v1/players/{id}/webhooks", &[("GET", Read), ("POST", Create)]).of(NoSuchPlayer),
    Route::new(
        "/v1/players/{id}/webhooks/{webhook_id}",
        &[("GET", Read), ("DELETE", Change), ("PATCH", Change)],
    )
    .of(NoSuchWebhook),
    Route::new("/v1/players/{id}/webhooks/{webhook_id}/deliveries", &[("GET", Read)]).of(NoSuchWebhook),
    Route::new("/v1/players/{id}/webhooks/{webhook_id}/test", &[("POST", Create)]).of(NoSuchWebhook),
    Route::new("/v1/challenges", &[("GET", Read), ("POST", Create)]),
    Route::new("/v1/challenges/{id}", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/attempts", &[("POST", Create)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/events", &[("GET", Stream)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/invitations", &[("POST", Create)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/leaderboard", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/proof", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/solution", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/challenges/{id}/stats", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/daily", &[("GET", Read)]),
    Route::new("/v1/daily/{date}", &[("GET", Read)]).of(NoSuchChallenge),
    Route::new("/v1/standings", &[("GET", Read)]),
    Route::new("/v1/records", &[("GET", Export), ("POST", Import)]),
    Route::new("/v1/verification", &[("POST", Verify)]),
    Route::new("/v1/analysis", &[("POST", Verify)]),
    Route::new("/v1/events", &[("GET", Stream)]),
    Route::new("/v1/admin/actions", &[("GET", Read), ("POST", Change)]),
    Route::new("/v1/admin/webhooks", &[("GET", Read), ("POST", Create)]),
    Route::new("/v1/admin/webhooks/{webhook_id}", &[("GET", Read), ("PATCH", Change), ("DELETE", Change)])
        .of(NoSuchWebhook),
    Route::new("/v1/admin/webhooks/{webhook_id}/deliveries", &[("GET", Read)]).of(NoSuchWebhook),
    Route::new("/v1/admin/webhooks/{webhook_id}/test", &[("POST", Create)]).of(NoSuchWebhook),
    Route::new("/v1", &[("GET", Read)]),
    Route::new("/v1/rules", &[("GET", Read)]),
    Route::new("/v1/clauses/{clause}", &[("GET", Read)]),
    Route::new("/v1/keys", &[("GET", Read)]),
    Route::new("/v1/log", &[("GET", Read)]),
    Route::new("/problems", &[("GET", Read)]),
    Route::new("/problems/{code}", &[("GET", Read)]),
    Route::new("/healthz", &[("GET", Read)]).uncounted(),
    Route::new("/readyz", &[("GET", Read)]).uncounted(),
];

impl Route {
    const fn new(pattern: &'static str, methods: &'static [(&'static str, Kind)]) -> Self {
        Self { pattern, methods, unknown_id: None, is_counted: true }
    }

    const fn of(self, unknown_id: Code) -> Self {
        Self { unknown_id: Some(unknown_id), ..self }
    }

    const fn uncounted(self) -> Self {
        Self { is_counted: false, ..self }
    }

    /// The route at a path, which may also be its own pattern.
    pub(in crate::api) fn at(path: &str) -> Option<&'static Self> {
        ROUTES.iter().find(|route| fits(route.pattern, path))
    }

    /// The methods, without those that follow from others.
    pub(in crate::api) fn methods(&self) -> impl Iterator<Item = &'static str> {
        self.methods.iter().map(|(method, _)| *method)
    }

    /// The kind of a request with this method.
    pub(in crate::api) fn kind(&self, method: &str) -> Option<Kind> {
        self.methods.iter().find(|(own, _)| *own == method).map(|(_, kind)| *kind)
    }

    /// Whether a stream of events is here.
    pub(in crate::api) fn is_stream(&self) -> bool {
        self.kind("GET") == Some(Stream)
    }
}

/// The kind of a request to a path, if such requests are counted: probes are
/// not.
pub(in crate::api) fn kind_of_request(method: &Method, path: &str) -> Option<Kind> {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    // The HTTP library has not found the route yet, and to let it find it twice
    // takes time.
    let route = Route::at(path);
    if route.is_some_and(|route| !route.is_counted) {
        return None;
    }
    let kind = route.and_then(|route| route.kind(method.as_str()));
    Some(kind.unwrap_or(match method.as_str() {
        "POST" => Create,
        "PUT" | "PATCH" | "DELETE" => Change,
        _ => Read,
    }))
}

pub(in crate::api) fn all_methods() -> BTreeSet<&'static str> {
    ROUTES.iter().flat_map(Route::methods).collect()
}

/// Whether a path has a pattern's segments, of which those in braces stand for
/// any text.
pub(in crate::api) fn fits(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    let all_fit = pattern.split('/').all(|wanted| {
        segments.next().is_some_and(|segment| {
            if wanted.starts_with('{') { !segment.is_empty() } else { wanted == segment }
        })
    });
    all_fit && segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_operations_of_the_document() {
        let document = crate::api::document();
        let paths = document["paths"].as_object().unwrap().iter();
        let documented: BTreeSet<String> = paths
            .flat_map(|(path, item)| {
                let methods = item.as_object().unwrap().keys();
                methods.map(move |method| format!("{} {path}", method.to_uppercase()))
            })
            .collect();
        let listed = ROUTES
            .iter()
            .flat_map(|route| route.methods().map(|method| format!("{method} {}", route.pattern)));
        assert_eq!(listed.collect::<BTreeSet<_>>(), documented);
    }

    #[test]
    fn a_path_has_one_route() {
        for route in &ROUTES {
            let fitting = ROUTES.iter().filter(|other| fits(other.pattern, route.pattern));
            assert_eq!(fitting.count(), 1, "{route:?}");
            assert!(route.unknown_id.is_some() || !route.pattern.contains("{id}"), "{route:?}");
        }
    }

    #[test]
    fn a_path_without_a_route_is_charged_by_its_method() {
        for (method, path, kind) in [
            (Method::GET, "/healthz", None),
            (Method::POST, "/readyz", None),
            (Method::GET, "/healthz//", Some(Kind::Read)),
            (Method::GET, "/", Some(Kind::Read)),
            (Method::HEAD, "/v1/records", Some(Kind::Export)),
            (Method::POST, "/v1/verification", Some(Kind::Verify)),
            (Method::POST, "/v1/nonsense", Some(Kind::Create)),
            (Method::DELETE, "/v1/records", Some(Kind::Change)),
        ] {
            assert_eq!(kind_of_request(&method, path), kind, "{method} {path}");
        }
    }

    #[test]
    fn paths_are_compared_segment_by_segment() {
        for (pattern, path, is_fitting) in [
            ("/", "/", true),
            ("/", "/games", false),
            ("/games/{id}", "/games/1", true),
            ("/games/{id}", "/games/", false),
            ("/games/{id}", "/games/1/", false),
            ("/games/{id}", "/games/1/replay", false),
            ("/games/{id}/replay", "/games/1/replay", true),
        ] {
            assert_eq!(fits(pattern, path), is_fitting, "{pattern} {path}");
        }
    }
}
