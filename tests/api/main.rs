//! The HTTP API as its users meet it, on both databases.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod admin;
mod advice;
mod analyses;
mod audited;
mod bots;
mod browsers;
mod budgets;
mod challenges;
mod client;
mod clocks;
mod commitments;
mod connections;
mod corrupt_rows;
mod cost;
mod costs;
mod day;
mod document_form;
mod documents;
mod every_operation;
mod faults;
mod feed;
mod figures;
mod full_logs;
mod games;
mod guarded;
mod guests;
mod hand_over;
mod hidden;
mod history;
mod identity;
mod instances;
mod interrupted;
mod killed;
mod languages;
mod links;
mod listed;
mod live;
mod load;
mod machine;
mod me;
mod minimal;
mod notes;
mod open_files;
mod packed;
mod paging;
mod pictures;
mod player_games;
mod players;
mod private;
mod problem_examples;
mod problems;
mod process;
mod proposals;
mod proxy;
mod races;
mod receipts;
mod received;
mod repeats;
mod restored;
mod rulesets;
mod served_documents;
mod server;
mod signals;
mod signed;
mod specified;
mod stopping;
mod supervised;
mod team_attempts;
mod tlog;
mod tokens;
mod undo;
mod validation;
mod web_client;
mod webhooks;
mod whole_games;
mod winnable;
mod witnessed;

#[path = "../../benches/load/generator/mod.rs"]
mod generator;
#[path = "../../crates/engine/tests/support/long_games.rs"]
mod long_games;
#[path = "../../benches/costs/page.rs"]
mod page;
#[path = "../support/running.rs"]
mod running;
#[path = "../support/spec.rs"]
mod spec;
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
