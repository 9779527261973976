//! The keys of a browser's subscription to Web Push.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The keys of a browser's subscription (RFC 8291).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushKeys {
    /// The browser's public key, a point of P-256.
    #[schema(value_type = String, pattern = "^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$")]
    pub p256dh: PushBytes<65>,
    /// The secret that authenticates messages.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9_-]{21}[AQgw]$")]
    pub auth: PushBytes<16>,
}

/// Bytes in base64url. An uncompressed point begins with 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PushBytes<const N: usize>(pub [u8; N]);

/// A text that is no such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key is {0} bytes in base64url")]
pub struct PushKeyError(usize);

impl<const N: usize> FromStr for PushBytes<N> {
    type Err = PushKeyError;

    fn from_str(text: &str) -> Result<Self, PushKeyError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.filter(|bytes: &[u8; N]| N != 65 || bytes[0] == 4).map(Self).ok_or(PushKeyError(N))
    }
}

impl<const N: usize> TryFrom<String> for PushBytes<N> {
    type Error = PushKeyError;

    fn try_from(text: String) -> Result<Self, PushKeyError> {
        text.parse()
    }
}

impl<const N: usize> From<PushBytes<N>> for String {
    fn from(bytes: PushBytes<N>) -> Self {
        URL_SAFE_NO_PAD.encode(bytes.0)
    }
}

/// As they are stored.
impl fmt::Display for PushKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p256dh, auth] = [URL_SAFE_NO_PAD.encode(self.p256dh.0), URL_SAFE_NO_PAD.encode(self.auth.0)];
        write!(f, "{p256dh}.{auth}")
    }
}

impl FromStr for PushKeys {
    type Err = PushKeyError;

    fn from_str(text: &str) -> Result<Self, PushKeyError> {
        let (p256dh, auth) = text.split_once('.').unwrap_or_default();
        Ok(Self { p256dh: p256dh.parse()?, auth: auth.parse()? })
    }
}
