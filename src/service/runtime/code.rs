//! Invitation codes of challenges, which people type.

use regicide_system::entropy::Entropy;

use super::token::Token;
use regicide_store::TokenHash;

/// Crockford's base32: without I, L, O and U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Its characters, of 5 random bits each: 60 bits (docs/reference/api.md, *Codes*).
const LENGTH: usize = 12;
const GROUP: usize = 4;

/// A new code, in groups of four.
pub(crate) fn new_code(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; LENGTH];
    entropy.fill(&mut bytes);
    let digits = bytes.map(|byte| char::from(DIGITS[usize::from(byte % 32)]));
    digits.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// The stored hash of a code, in whatever case and groups it was typed: O is read as 0,
/// I and L as 1.
pub(crate) fn code_hash(text: &str) -> TokenHash {
    let typed = text.chars().filter(|char| !char.is_whitespace() && *char != '-');
    let digits = typed.map(|char| match char.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        digit => digit,
    });
    Token::from_client(&digits.collect::<String>()).hash()
}

#[cfg(test)]
mod tests {
    use regicide_system::entropy::OsEntropy;

    use super::*;

    #[test]
    fn a_code_is_twelve_digits_in_groups() {
        let code = new_code(&OsEntropy);
        assert_eq!(code.split('-').map(str::len).collect::<Vec<_>>(), [4, 4, 4]);
        assert!(code.bytes().all(|byte| byte == b'-' || DIGITS.contains(&byte)), "{code}");
        assert_ne!(code, new_code(&OsEntropy));
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let hash = code_hash("01AB-CDEF-GH10");
        for typed in ["01abcdefgh10", " oiab cdef-ghlO\n", "OLAB—CDEFGHI0".replace('—', "-").as_str()] {
            assert_eq!(code_hash(typed), hash, "{typed}");
        }
        assert_ne!(code_hash("01AB-CDEF-GH11"), hash);
    }
}
