//! The library for JavaScript: `regicide-engine`. Values have the shapes that
//! the API gives them in JSON, with the types of its OpenAPI document.

mod position;
mod record;
mod setup;
mod values;
