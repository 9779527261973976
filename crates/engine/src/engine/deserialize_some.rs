//! Fields that may be left out.

use serde::{Deserialize, Deserializer};

/// Reads a field that may be left out, for `deserialize_with`: where it is
/// there it has a value. `null` is refused, as in the OpenAPI document.
pub fn deserialize_some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
