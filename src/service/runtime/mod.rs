//! The basis of use cases: clock, entropy, tokens, idempotency, the scheduler of
//! computations and background jobs.

pub(in crate::service) mod background;
pub(in crate::service) mod clock;
pub(in crate::service) mod idempotency;
pub(in crate::service) mod in_flight;
pub(in crate::service) mod scheduler;
pub(in crate::service) mod shared_reads;
pub(in crate::service) mod token;
pub(in crate::service) mod work;
