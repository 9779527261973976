//! Integers of JSON Schema: `1.0` and `1e0` are integers like `1`.

use serde_json::Value;

/// The largest integer that a float holds exactly, as all below it.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Converts all numbers without a fraction to integers, because serde does not read
/// floats as integers.
pub(in crate::api) fn whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => whole(&number).unwrap_or(Value::Number(number)),
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, whole_numbers(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the integer is exact")]
fn whole(number: &serde_json::Number) -> Option<Value> {
    let float = number.as_f64()?;
    (float.fract() == 0.0 && float.abs() <= MAX_EXACT).then(|| (float as i64).into())
}

#[cfg(test)]
mod tests {
    use regicide_engine::json;

    use super::*;

    #[test]
    fn numbers_without_a_fraction_are_integers() {
        for (text, wanted) in [
            ("1.0", "1"),
            ("1e0", "1"),
            ("[10E-1,-2.000,0.2e+1]", "[1,-2,2]"),
            ("-0.0", "0"),
            ("[-0,-1]", "[0,-1]"),
            (r#"{"a":1.0,"b":{"c":[2.0]},"d":3}"#, r#"{"a":1,"b":{"c":[2]},"d":3}"#),
            ("[1.5,0.1,1e99]", "[1.5,0.1,1e+99]"),
            (r#"{"1.0":"\\\"2.0"}"#, r#"{"1.0":"\\\"2.0"}"#),
        ] {
            assert_eq!(whole_numbers(json::parse(text).unwrap()).to_string(), wanted);
        }
    }
}
