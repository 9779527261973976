//! The HTTP API: routes, formats, problems and the OpenAPI document.
//!
//! A handler reads a request, calls one use case of the
//! [`service`](crate::service) and returns its result.

mod documents;
mod extract;
mod http;
mod live;
mod openapi;
mod picture;
mod respond;
mod routes;
mod server;
mod state;
mod web_client;

pub use http::connection::HttpTimeouts;
pub use openapi::document;
pub use respond::problem::Code;
pub use server::{Config, ListenError, Server};
pub use state::budget::Allowances;
pub use state::networks::{Networks, NotANetwork};
pub use web_client::WebClient;
