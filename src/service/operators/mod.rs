//! Actions of operators and organisers, and the keys that records are signed with.

pub(in crate::service) mod admin;
pub(in crate::service) mod keys;
