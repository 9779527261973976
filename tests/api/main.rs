//! The HTTP API as its users meet it, on both databases.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod admin;
mod audited;
mod challenges;
mod client;
mod cost;
mod day;
mod documents;
mod games;
mod hidden;
mod instances;
mod killed;
mod languages;
mod load;
mod players;
mod problems;
mod races;
mod server;
mod signed;
mod watched;
mod whole_games;

#[path = "../support/mod.rs"]
mod support;

/// Makes a test of each function for each database.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[actix_web::test]
            async fn $name() {
                super::$name(crate::server::Setting::sqlite().await).await;
            })+
        }

        mod postgres {
            $(#[actix_web::test]
            async fn $name() {
                super::$name(crate::server::Setting::postgres().await).await;
            })+
        }
    };
}

pub(crate) use on_both_databases;
