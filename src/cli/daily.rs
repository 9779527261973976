//! How daily challenges are made.

use clap::Args;

use crate::service::{Secret, Settings};

/// How daily challenges are made: the same for all instances.
#[derive(Args, Clone, Debug)]
pub(super) struct Daily {
    /// The key of their seeds, 64 hex digits; if there is none, one is made and
    /// kept in the database. A new key is in force from the first day on that is
    /// not published
    #[arg(long = "daily-key", env = "REGICIDE_DAILY_KEY", value_name = "HEX", hide_env_values = true)]
    #[arg(value_parser = read_bytes, default_value = "", hide_default_value = true)]
    key: Bytes,
    /// Minutes that games may be played beyond the end of their day
    #[arg(long = "daily-grace-minutes", env = "REGICIDE_DAILY_GRACE_MINUTES", value_name = "N")]
    #[arg(default_value_t = 120, value_parser = clap::value_parser!(u32).range(0..=1440))]
    grace_minutes: u32,
    /// Coming days whose commitments are published
    #[arg(long = "daily-ahead-days", env = "REGICIDE_DAILY_AHEAD_DAYS", value_name = "N")]
    #[arg(default_value_t = 7, value_parser = clap::value_parser!(u16).range(0..=366))]
    ahead_days: u16,
}

/// 32 bytes, if they were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes(pub(super) Option<Secret>);

/// # Errors
/// If it is neither empty nor 64 hex digits.
pub(super) fn read_bytes(text: &str) -> Result<Bytes, String> {
    if text.is_empty() {
        return Ok(Bytes(None));
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| "it is not 64 hex digits".to_owned())?;
    Ok(Bytes(Some(Secret(bytes))))
}

impl Daily {
    pub(super) fn settings(&self, others: Settings) -> Settings {
        Settings {
            daily_key: self.key.0,
            daily_grace_minutes: self.grace_minutes,
            daily_ahead: self.ahead_days,
            ..others
        }
    }
}
