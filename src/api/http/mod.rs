//! HTTP between the socket and the handlers: startup, connections, rate limits and
//! headers.

pub(in crate::api) mod address;
pub(in crate::api) mod budget;
pub(in crate::api) mod connection;
pub(in crate::api) mod content_negotiation;
pub(in crate::api) mod cors;
pub(in crate::api) mod head_requests;
pub(in crate::api) mod hosts;
pub(in crate::api) mod metrics;
pub(in crate::api) mod preconditions;
pub(in crate::api) mod security_headers;
pub(in crate::api) mod startup;
pub(in crate::api) mod timing;
pub(in crate::api) mod trace;
