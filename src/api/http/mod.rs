//! HTTP between the socket and the handlers: connections, rate limits and headers.

pub(in crate::api) mod admission;
pub(in crate::api) mod connection;
pub(in crate::api) mod content_negotiation;
pub(in crate::api) mod cors;
pub(in crate::api) mod head_requests;
pub(in crate::api) mod hosts;
pub(in crate::api) mod preconditions;
pub(in crate::api) mod problem_documents;
pub(in crate::api) mod request_metrics;
pub(in crate::api) mod security_headers;
pub(in crate::api) mod timing;
pub(in crate::api) mod trace;
