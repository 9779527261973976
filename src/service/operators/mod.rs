//! What operators and organisers do, and the keys that records are signed with.

pub(in crate::service) mod admin;
pub(in crate::service) mod keys;
