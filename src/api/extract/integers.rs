//! Integers of JSON Schema: `1.0` and `1e0` are integers like `1`.

use std::borrow::Cow;

/// The largest integer that a float holds exactly, as all below it.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON text in which numbers without a fraction are written as digits alone. serde
/// reads no other form as an integer.
pub(in crate::api) fn whole_numbers(json: &str) -> Cow<'_, str> {
    let mut written = String::new();
    // Up to where the text is written.
    let mut end = 0;
    let mut rest = 0;
    while let Some((start, number)) = next_number(json, rest) {
        rest = start + number.len();
        if let Some(whole) = whole(number) {
            written.push_str(&json[end..start]);
            written.push_str(&whole);
            end = rest;
        }
    }
    if end == 0 { Cow::Borrowed(json) } else { Cow::Owned(written + &json[end..]) }
}

/// The next number outside of strings.
fn next_number(json: &str, from: usize) -> Option<(usize, &str)> {
    let (mut in_string, mut is_escaped) = (false, false);
    for (at, char) in json[from..].char_indices() {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_string,
            '"' => in_string = !in_string,
            '-' | '0'..='9' if !in_string => {
                let number = &json[from + at..];
                let length = number.find(|char: char| !"+-.0123456789Ee".contains(char));
                return Some((from + at, &number[..length.unwrap_or(number.len())]));
            }
            _ => {}
        }
    }
    None
}

/// The digits of a number that is written otherwise, but has no fraction.
fn whole(number: &str) -> Option<String> {
    let value: f64 = (number == "-0" || number.contains(['.', 'e', 'E'])).then(|| number.parse().ok())??;
    (value.fract() == 0.0 && value.abs() <= MAX_EXACT).then(|| format!("{:.0}", value + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_a_fraction_are_integers() {
        for (json, wanted) in [
            ("1.0", "1"),
            ("1e0", "1"),
            ("[10E-1,-2.000,0.2e+1]", "[1,-2,2]"),
            ("-0.0", "0"),
            ("[-0,-1]", "[0,-1]"),
            (r#"{"a":1.0,"b":{"c":[2.0]},"d":3}"#, r#"{"a":1,"b":{"c":[2]},"d":3}"#),
        ] {
            assert_eq!(whole_numbers(json), wanted);
        }
        for json in [
            "1",
            "1.5",
            "1e-1",
            "1e99",
            "1e999",
            r#""1.0""#,
            r#"{"1.0":"\\\"2.0"}"#,
            r#"["\\",1.5]"#,
            "true",
            "",
        ] {
            assert_eq!(whole_numbers(json), json);
        }
    }
}
