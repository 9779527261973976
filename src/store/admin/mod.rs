//! What operators and organisers do.

mod methods;
mod statements;
