//! Texts that statements get as parameters.

/// The list in which a statement searches for one of these values, with a comma before, between
/// and after them. Empty for all.
pub(crate) fn one_of<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    let mut list = String::new();
    for value in values {
        let separator = if list.is_empty() { "," } else { "" };
        list = format!("{list}{separator}{value},");
    }
    list
}

/// The stored form of options and results.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is stored is plain data")
}
