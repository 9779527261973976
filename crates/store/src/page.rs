//! Pages of lists.

use super::database::Row;
use super::error::StoreError;

#[derive(Clone, Debug)]
pub struct Page<T, K> {
    /// The items of the page. Rows that cannot be read are left out.
    pub items: Vec<T>,
    /// The key of its last row, if there is a next page.
    pub next: Option<K>,
    /// The number of rows that were read to find them.
    pub looked_at: usize,
}

impl<T, K> Page<T, K> {
    pub fn map<U>(self, item: impl FnMut(T) -> U) -> Page<U, K> {
        Page { items: self.items.into_iter().map(item).collect(), next: self.next, looked_at: self.looked_at }
    }
}

/// A page made of rows, one more than fit if there is a next page.
pub(super) fn page_of<T, K>(
    rows: &[Row],
    limit: u32,
    read: impl Fn(&Row) -> Result<T, StoreError>,
    key: impl Fn(&Row) -> Result<K, StoreError>,
) -> Result<Page<T, K>, StoreError> {
    let size = rows.len().min(limit as usize);
    let (shown, rest) = rows.split_at(size);
    let next = if rest.is_empty() { None } else { shown.last().map(key).transpose()? };
    Ok(Page { items: readable(shown.iter().map(read)), next, looked_at: rows.len() })
}

/// The items that can be read. The others are reported once: one bad row must not hide the
/// rest.
pub(super) fn readable<T>(items: impl Iterator<Item = Result<T, StoreError>>) -> Vec<T> {
    items.filter_map(|item| item.inspect_err(StoreError::report).ok()).collect()
}
