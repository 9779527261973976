//! The table of routes: properties of a path that are needed before its handler is found.
//! All of them follow from the descriptions of the handlers.

use std::collections::BTreeSet;

use actix_web::http::Method;
use matchit::Router;
use serde::Deserialize as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{PathItem, Paths};

use super::budget::kind::Kind;
use crate::api::respond::problem::Code;

/// The extension of a description that names the budget of the operation, if its method
/// alone does not determine it.
const BUDGET: &str = "x-budget";

/// Probes of the service, which are not charged.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// A path with its methods.
#[derive(Debug)]
pub(in crate::api) struct Route {
    pub(in crate::api) pattern: String,
    /// The methods, each with the budget of its requests.
    methods: Vec<(Method, Kind)>,
    /// The problem of an unknown id in the path.
    pub(in crate::api) unknown_id: Option<Code>,
}

/// All paths of the API.
pub(in crate::api) struct Routes {
    all: Vec<Route>,
    /// Indices of `all`; no two routes fit the same path.
    router: Router<usize>,
}

impl Routes {
    /// The routes of paths with the descriptions of their handlers.
    pub(in crate::api) fn new(paths: Paths) -> Self {
        let all: Vec<Route> =
            paths.paths.into_iter().map(|(pattern, item)| Route::new(pattern, item)).collect();
        let mut router = Router::new();
        for (index, route) in all.iter().enumerate() {
            router.insert(&route.pattern, index).expect("paths differ");
        }
        Self { all, router }
    }

    /// The route at a path, which may also be its own pattern.
    pub(in crate::api) fn at(&self, path: &str) -> Option<&Route> {
        self.router.at(path).ok().map(|found| &self.all[*found.value])
    }

    /// The kind of a request to a path; none for probes, which are not charged.
    pub(in crate::api) fn kind_of_request(&self, method: &Method, path: &str) -> Option<Kind> {
        if PROBES.contains(&path) {
            return None;
        }
        let method = if method == Method::HEAD { &Method::GET } else { method };
        // The HTTP library has not matched the route yet, and matching it twice would take
        // time.
        let kind = self.at(path).and_then(|route| route.kind(method));
        Some(kind.unwrap_or_else(|| kind_of_method(method)))
    }

    /// The methods of all routes.
    pub(in crate::api) fn methods(&self) -> BTreeSet<&str> {
        self.all.iter().flat_map(Route::methods).collect()
    }
}

impl Route {
    fn new(pattern: String, item: PathItem) -> Self {
        let operations = [
            (Method::GET, item.get),
            (Method::POST, item.post),
            (Method::PUT, item.put),
            (Method::PATCH, item.patch),
            (Method::DELETE, item.delete),
        ];
        let paid = |(method, operation): (Method, Option<Operation>)| {
            let kind = budget(&operation?).unwrap_or_else(|| kind_of_method(&method));
            Some((method, kind))
        };
        let methods = operations.into_iter().filter_map(paid).collect();
        Self { unknown_id: unknown_id(&pattern), pattern, methods }
    }

    /// The methods, without those that follow from others.
    pub(in crate::api) fn methods(&self) -> impl Iterator<Item = &str> {
        self.methods.iter().map(|(method, _)| method.as_str())
    }

    /// The kind of a request with this method.
    fn kind(&self, method: &Method) -> Option<Kind> {
        self.methods.iter().find(|(own, _)| own == method).map(|(_, kind)| *kind)
    }

    /// Returns true if the path is a stream of events.
    pub(in crate::api) fn is_stream(&self) -> bool {
        self.kind(&Method::GET) == Some(Kind::Stream)
    }
}

/// The budget in the description of an operation.
fn budget(operation: &Operation) -> Option<Kind> {
    let name = operation.extensions.as_ref()?.get(BUDGET)?;
    Some(Kind::deserialize(name).expect("the extension names a budget"))
}

fn kind_of_method(method: &Method) -> Kind {
    match method.as_str() {
        "POST" => Kind::Create,
        "PUT" | "PATCH" | "DELETE" => Kind::Change,
        _ => Kind::Read,
    }
}

/// The problem of an unknown last id in a path.
fn unknown_id(pattern: &str) -> Option<Code> {
    let segments: Vec<&str> = pattern.split('/').collect();
    let nouns = segments.windows(2).filter(|pair| pair[1].starts_with('{')).map(|pair| pair[0]);
    nouns.rev().find_map(|noun| match noun {
        "games" => Some(Code::NoSuchGame),
        "players" => Some(Code::NoSuchPlayer),
        "challenges" | "daily" => Some(Code::NoSuchChallenge),
        "invitations" => Some(Code::NoSuchInvitation),
        "webhooks" => Some(Code::NoSuchWebhook),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::routes;

    #[test]
    fn an_id_is_of_something() {
        for route in &routes::table().all {
            let has_id = route.pattern.contains("id}");
            assert!(route.unknown_id.is_some() || !has_id, "{route:?}");
        }
        let of = |path| routes::table().at(path).unwrap().unknown_id;
        assert_eq!(of("/v1/games/1/seats/2"), Some(Code::NoSuchGame));
        assert_eq!(of("/v1/players/1/token"), Some(Code::NoSuchPlayer));
        assert_eq!(of("/v1/challenges/1/invitations/2"), Some(Code::NoSuchInvitation));
        assert_eq!(of("/v1/webhooks/2/test"), Some(Code::NoSuchWebhook));
        assert_eq!(of("/v1/daily/2026-11-20"), Some(Code::NoSuchChallenge));
        assert_eq!(of("/v1/clauses/R1"), None);
    }

    #[test]
    fn a_request_is_paid_from_its_budget() {
        for (method, path, kind) in [
            (Method::GET, "/healthz", None),
            (Method::POST, "/readyz", None),
            (Method::GET, "/healthz//", Some(Kind::Read)),
            (Method::GET, "/", Some(Kind::Read)),
            (Method::GET, "/v1/games/1/moves", Some(Kind::Read)),
            (Method::POST, "/v1/games/1/moves", Some(Kind::Move)),
            (Method::POST, "/v1/games/1/proposal", Some(Kind::Move)),
            (Method::POST, "/v1/games/1/signals", Some(Kind::Move)),
            (Method::POST, "/v1/games/1/forks", Some(Kind::Create)),
            (Method::DELETE, "/v1/games/1", Some(Kind::Change)),
            (Method::POST, "/v1/players/1/token", Some(Kind::Change)),
            (Method::POST, "/v1/admin/actions", Some(Kind::Change)),
            (Method::GET, "/v1/events", Some(Kind::Stream)),
            (Method::GET, "/v1/games/1/events", Some(Kind::Stream)),
            (Method::GET, "/v1/players/1/events", Some(Kind::Stream)),
            (Method::GET, "/v1/challenges/1/events", Some(Kind::Stream)),
            (Method::HEAD, "/v1/records", Some(Kind::Export)),
            (Method::POST, "/v1/records", Some(Kind::Import)),
            (Method::POST, "/v1/verification", Some(Kind::Verify)),
            (Method::POST, "/v1/analysis", Some(Kind::Verify)),
            (Method::POST, "/v1/nonsense", Some(Kind::Create)),
            (Method::DELETE, "/v1/records", Some(Kind::Change)),
        ] {
            assert_eq!(routes::table().kind_of_request(&method, path), kind, "{method} {path}");
        }
    }

    #[test]
    fn paths_are_compared_segment_by_segment() {
        for (path, pattern) in [
            ("/v1/games", Some("/v1/games")),
            ("/v1/games/1", Some("/v1/games/{id}")),
            ("/v1/games/{id}", Some("/v1/games/{id}")),
            ("/v1/games/", None),
            ("/v1/games/1/", None),
            ("/v1/games/1/replay", Some("/v1/games/{id}/replay")),
            ("/v1/games/1/2/replay", None),
            ("/v1//games", None),
            ("/", None),
        ] {
            assert_eq!(routes::table().at(path).map(|route| &*route.pattern), pattern, "{path}");
        }
    }
}
