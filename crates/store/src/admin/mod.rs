//! Actions of operators and organisers.

mod methods;
mod statements;
