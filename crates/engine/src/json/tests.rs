use serde::{Deserialize, Serialize};

use super::*;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    players: u8,
    #[serde(default)]
    yields: Option<Yields>,
    #[serde(default)]
    names: Vec<Option<String>>,
    #[serde(default)]
    mv: Option<Step>,
    #[serde(default)]
    inner: Option<Box<Self>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Yields {
    Once,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    Play { cards: Vec<String> },
    Change { how: Option<Yields> },
    Pass {},
}

#[derive(Deserialize)]
struct Loose {
    value: Any,
}

fn read(text: &str) -> Result<Game, String> {
    from_text(text).map_err(|error| error.to_string())
}

#[test]
fn values_of_the_right_types_are_read() {
    let text = r#"{"players":2,"yields":"once","names":["Ada",null],"mv":{"cards":["5C"],"type":"play"},"inner":{"players":0}}"#;
    let game = read(text).unwrap();
    assert_eq!((game.players, game.yields, game.names.len()), (2, Some(Yields::Once), 2));
    assert_eq!(game.mv, Some(Step::Play { cards: vec!["5C".to_owned()] }));
    assert_eq!(game.inner, Some(Box::default()));
    assert_eq!(read(" \r\n\t{\"players\":2}\n").unwrap().players, 2);
    assert_eq!(read(r#"{"players":2,"mv":{"type":"pass"}}"#).unwrap().mv, Some(Step::Pass {}));
    let Loose { value: Any(value) } = from_text(r#"{"value":[{"a":[{"b":1.5}]}]}"#).unwrap();
    assert_eq!(value, serde_json::json!([{"a": [{"b": 1.5}]}]));
}

#[test]
fn values_of_other_types_are_refused_with_their_place() {
    for (text, place) in [
        ("[2]", ""),
        (r#"{"players":2.0}"#, "players: "),
        (r#"{"players":2e0}"#, "players: "),
        (r#"{"players":-0}"#, "players: "),
        (r#"{"players":256}"#, "players: "),
        (r#"{"players":18446744073709551616}"#, "players: "),
        (r#"{"players":"2"}"#, "players: "),
        (r#"{"players":true}"#, "players: "),
        (r#"{"players":null}"#, "players: "),
        (r#"{"players":2,"yields":{"once":null}}"#, "yields: "),
        (r#"{"players":2,"yields":0}"#, "yields: "),
        (r#"{"players":2,"names":{"0":"Ada"}}"#, "names: "),
        (r#"{"players":2,"names":["Ada",1]}"#, "names[1]: "),
        (r#"{"players":2,"mv":["play",["5C"]]}"#, "mv: "),
        (r#"{"players":2,"mv":{"type":2}}"#, "mv.type: "),
        (r#"{"players":2,"mv":{"type":{"pass":null}}}"#, "mv.type: "),
        (r#"{"players":2,"mv":{"type":"change","how":{"once":null}}}"#, "mv.how: "),
        (r#"{"players":2,"inner":[2]}"#, "inner: "),
        (r#"{"players":2,"inner":{"players":2,"inner":{"players":[2]}}}"#, "inner.inner.players: "),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(place) && error.contains("expected"), "{text}: {error}");
    }
}

#[test]
fn errors_are_in_plain_words() {
    for (text, error) in [
        ("[]", "expected an object, got a list"),
        ("5", "expected an object, got a number"),
        ("{}", "the field `players` is missing"),
        (r#"{"players":2.5}"#, "players: expected a whole number from 0 to 255, got 2.5"),
        (r#"{"players":256}"#, "players: 256 is invalid: expected a whole number from 0 to 255"),
        (r#"{"players":2,"names":{}}"#, "names: expected a list, got an object"),
        (r#"{"players":2,"names":[true]}"#, "names[0]: expected a text, got true"),
        (r#"{"players":2,"yields":"twice"}"#, "yields: `twice` is unknown: known are `once`"),
        (r#"{"players":2,"yields":null,"mv":5}"#, "mv: expected an object, got 5"),
        (r#"{"players":2,"mv":{"type":"play"}}"#, "mv: the field `cards` is missing"),
    ] {
        assert_eq!(read(text).unwrap_err(), error, "{text}");
    }
    let unknown = read(r#"{"players":2,"colour":5}"#).unwrap_err();
    assert!(unknown.starts_with("the field `colour` is unknown: known are `players`, "), "{unknown}");
}

#[test]
fn a_name_may_not_occur_twice_at_any_depth() {
    for (text, path) in [
        (r#"{"value":1,"value":1}"#, "value"),
        (r#"{"value":[{"a":1,"a":2}]}"#, "value[0].a"),
        (r#"{"value":1,"ignored":{"a":{"b":1,"\u0062":2}}}"#, "ignored.a.b"),
        (r#"{"value":[1,[{}],[[{"a":[0,{"b`c":1,"b`c":2}]}]]]}"#, "value[2][0][0].a[1].b`c"),
        (r#"{"value":[{"a":1},{"a":{}, "a":{}}], "value":1}"#, "value[1].a"),
    ] {
        let error = from_text::<Loose>(text).err().unwrap();
        assert_eq!(error.duplicate_field().unwrap().to_string(), path, "{text}");
        let message = error.to_string();
        let start = format!("{path}: duplicate field at line 1 column ");
        assert!(message.starts_with(&start), "{text}: {message}");
    }
    for text in [r#"{"value":{"a":1,"b":1}}"#, r#"{"value":{"a":1,"a":}}"#, r#"{"value":1}{"value":1}"#] {
        let error = from_text::<Loose>(text).err();
        assert_eq!(error.as_ref().and_then(Error::duplicate_field), None, "{text}");
    }
}

#[test]
fn all_names_that_occur_twice_are_collected_for_a_report() {
    let text = r#"{"a":1,"b":[{"x":1,"x":2},{"x":{"y":1,"y":2,"y":3}}],"a":{"z":0,"z":1}}"#;
    let found = |most| {
        let (value, paths) = parse_with_duplicates(text, most).unwrap();
        (value["a"].clone(), paths.iter().map(Path::to_string).collect::<Vec<_>>())
    };
    let all = ["b[0].x", "b[1].x.y", "b[1].x.y", "a.z", "a"].map(str::to_owned);
    assert_eq!(found(9), (1.into(), all.to_vec()));
    assert_eq!(found(2), (1.into(), all[..2].to_vec()));
    assert!(parse_with_duplicates(r#"{"a":1,"a":2"#, 9).is_err());
}

#[test]
fn a_text_that_is_no_json_is_refused() {
    let deep = format!("{{\"value\":{}{}}}", "[".repeat(200), "]".repeat(200));
    for text in [
        "",
        "{",
        "{} x",
        "{}{}",
        "nul",
        "{\"value\":1,}",
        "{\"value\":01}",
        "{\"value\":1e999}",
        "{\"value\":\"\\ud800\"}",
        "{\"value\":\"\\udc00\\ud800\"}",
        "{\"value\":\"\u{1}\"}",
        "{'value':1}",
        "{\"value\":NaN}",
        &deep,
    ] {
        assert!(from_text::<Loose>(text).is_err(), "{text}");
    }
    for text in [&b"{\"value\":\"\xff\"}"[..], b"\xff\xfe{\0}\0"] {
        let error = from_text::<Loose>(text).err().unwrap();
        assert_eq!((error.to_string(), error.line()), ("the text is not UTF-8".to_owned(), 0));
    }
    let error = from_text::<Loose>("\u{feff}{\"value\":1}").err().unwrap();
    assert_eq!(error.to_string(), "the text begins with a byte order mark");
}

#[test]
fn the_first_text_of_several_is_found() {
    assert_eq!(first(b"{\"a\":[1]} {"), First::Whole(9));
    assert_eq!(first(b"{\"a\":[1"), First::CutOff);
    assert_eq!(first(b"{\"a\":}"), First::Malformed);
}
