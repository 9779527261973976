//! Web Push: messages that only a browser can read (RFC 8291, RFC 8188), and the token by which a
//! push service identifies their sender (RFC 8292).

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::{PublicKey, SecretKey};
use serde_json::json;
use sha2::Sha256;
use url::Url;

use crate::entropy::Entropy;

/// The length of an uncompressed point, in bytes.
const POINT: usize = 65;

/// The length of a record, of which a message has one.
const RECORD: u32 = 4096;

/// The delimiter after the content of the last record.
const LAST: u8 = 2;

/// The keys of a browser's subscription.
pub struct Subscriber {
    point: [u8; POINT],
    key: PublicKey,
    auth: [u8; 16],
}

impl Subscriber {
    /// Returns `None` if `point` is not on the curve.
    #[must_use]
    pub fn new(point: &[u8; POINT], auth: &[u8; 16]) -> Option<Self> {
        Some(Self { point: *point, key: PublicKey::from_sec1_bytes(point).ok()?, auth: *auth })
    }

    /// Encrypts a message of less than 4,000 bytes.
    #[must_use]
    pub fn encrypt(&self, entropy: &dyn Entropy, message: &[u8]) -> Vec<u8> {
        let mut salt = [0; 16];
        entropy.fill(&mut salt);
        self.encrypt_with(&new_key(entropy), salt, message)
    }

    fn encrypt_with(&self, sender: &SecretKey, salt: [u8; 16], message: &[u8]) -> Vec<u8> {
        let sender_point = sender.public_key().to_sec1_point(false);
        let sender_point = sender_point.as_bytes();
        let shared = sender.diffie_hellman(&self.key);
        let info = [b"WebPush: info\0", &self.point[..], sender_point].concat();
        let input: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info);
        encode(&input, salt, sender_point, message)
    }
}

/// A message in the coding `aes128gcm`, as one record.
fn encode(input: &[u8], salt: [u8; 16], key_id: &[u8], message: &[u8]) -> Vec<u8> {
    let key: [u8; 16] = derived(&salt, input, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = derived(&salt, input, b"Content-Encoding: nonce\0");
    let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
    let sealed = cipher.encrypt(&Nonce::from(nonce), [message, &[LAST]].concat().as_slice());
    let sealed = sealed.expect("a message is far shorter than the cipher's limit");
    let key_length = [u8::try_from(key_id.len()).expect("a key is short")];
    [&salt[..], &RECORD.to_be_bytes(), &key_length, key_id, &sealed].concat()
}

/// HKDF with SHA-256.
fn derived<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; N] {
    let mut output = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).expect("a short output");
    output
}

/// A random key. Of all numbers of 256 bits, one in four billion is none.
fn new_key(entropy: &dyn Entropy) -> SecretKey {
    loop {
        let mut secret = [0; 32];
        entropy.fill(&mut secret);
        if let Ok(key) = SecretKey::from_slice(&secret) {
            return key;
        }
    }
}

/// The key that identifies the service to push services.
pub struct VapidKey(SecretKey);

impl VapidKey {
    #[must_use]
    pub fn new(entropy: &dyn Entropy) -> Self {
        Self(new_key(entropy))
    }

    /// Returns `None` if the bytes are no key.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        SecretKey::from_slice(bytes).ok().map(Self)
    }

    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes().into()
    }

    /// The public key, as a browser takes it.
    #[must_use]
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key().to_sec1_point(false))
    }

    /// The header `Authorization` of a message to a push service, valid until a time at most 24
    /// hours ahead. The contact is a URL of the sender.
    #[must_use]
    pub fn authorization(&self, endpoint: &Url, until: DateTime<Utc>, contact: Option<&str>) -> String {
        let mut claims = json!({"aud": endpoint.origin().ascii_serialization(), "exp": until.timestamp()});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let [header, claims] = [r#"{"typ":"JWT","alg":"ES256"}"#.to_owned(), claims.to_string()]
            .map(|part| URL_SAFE_NO_PAD.encode(part));
        let signed = format!("{header}.{claims}");
        let signature: Signature = SigningKey::from(&self.0).sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public())
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    use super::*;
    use crate::entropy::OsEntropy;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    /// The example of RFC 8291, section 5.
    #[test]
    fn a_message_is_encrypted_as_in_the_example_of_rfc_8291() {
        let point =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let subscriber = Subscriber::new(&point, &bytes("BTBZMqHH6r4Tts7J_aSIgg")).unwrap();
        let sender = SecretKey::from_slice(&bytes::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
        let message = b"When I grow up, I want to be a watermelon";
        let sent = subscriber.encrypt_with(&sender.unwrap(), bytes("DGv6ra1nlYgDCS1FRnbzlw"), message);
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sent),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
             AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
    }

    /// The example of RFC 8188, section 3.1.
    #[test]
    fn a_record_is_that_of_the_example_of_rfc_8188() {
        let sent = encode(
            &bytes::<16>("yqdlZ-tYemfogSmv7Ws5PQ"),
            bytes("I1BsxtFttlv3u_Oo94xnmw"),
            b"",
            b"I am the walrus",
        );
        let expected = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg";
        assert_eq!(URL_SAFE_NO_PAD.encode(sent), expected);
    }

    /// The key and the signed part of a token.
    fn verified(authorization: &str) -> (String, String) {
        let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&bytes::<64>(signature)).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&bytes::<POINT>(key)).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        (key.to_owned(), signed.to_owned())
    }

    /// The example of RFC 8292, section 2.4, has another signature: its random number is unknown.
    #[test]
    fn a_token_is_that_of_the_example_of_rfc_8292() {
        let example = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQ\
            iLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HL\
            GkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, \
            k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let key = VapidKey::new(&OsEntropy);
        let endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV".parse().unwrap();
        let until = DateTime::from_timestamp(1_453_523_768, 0).unwrap();
        let own = key.authorization(&endpoint, until, Some("mailto:push@example.com"));
        assert_eq!(verified(&own), (key.public(), verified(example).1));
        assert_eq!(VapidKey::from_bytes(&key.to_bytes()).unwrap().public(), key.public());
    }

    #[test]
    fn keys_of_another_curve_are_refused() {
        let mut point = [7; POINT];
        point[0] = 4;
        assert!(Subscriber::new(&point, &[0; 16]).is_none());
    }
}
