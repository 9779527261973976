//! Times in JSON: written with six decimals always, as the hash chain has them
//! (docs/spec/record.md S5.2), so that a chain can be checked from answers; read only
//! if RFC 3339 has them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serializer, de};

use super::chain::Stamp;

/// Writes a time.
pub fn serialize<S: Serializer>(time: &DateTime<Utc>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&Stamp(Some(*time)))
}

/// Reads a time with a year from 0 to 9999.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(from)?;
    DateTime::parse_from_rfc3339(&text).map(|time| time.to_utc()).map_err(de::Error::custom)
}

/// Times that may be missing.
pub mod option {
    use super::{DateTime, Deserializer, Serializer, Stamp, Utc};

    /// Writes a time, or `null`.
    pub fn serialize<S: Serializer>(time: &Option<DateTime<Utc>>, to: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => to.collect_str(&Stamp(Some(*time))),
            None => to.serialize_none(),
        }
    }

    /// Reads a time with a year from 0 to 9999. A field that may be missing
    /// needs `default`, too.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
        super::deserialize(from).map(Some)
    }
}
