//! The files of the web client, found as a browser finds them.

use super::browser::Browser;
use crate::generator::Failure;

/// The paths that a page loads.
#[derive(Default)]
pub(crate) struct ClientFiles {
    /// With an empty cache, after the page itself: those that it names, and that for the table.
    first: Vec<String>,
    /// When another page than Home or a table is opened.
    later: Vec<String>,
}

impl ClientFiles {
    pub(crate) async fn find(browser: &mut Browser) -> Result<Self, Failure> {
        let page = browser.read("/").await?;
        let elements = page.split('<').filter(|tag| tag.starts_with("link ") || tag.starts_with("script "));
        // Only telephones load this icon.
        let elements = elements.filter(|tag| !tag.contains("apple-touch-icon"));
        let paths = elements.filter_map(|tag| attribute(tag, "href").or_else(|| attribute(tag, "src")));
        let mut first: Vec<_> = paths.map(str::to_owned).collect();
        let start = first.iter().find(|path| path.ends_with("app.js")).ok_or("the page has no script")?;
        let (folder, _) = start.rsplit_once('/').ok_or("a path has no folder")?;
        let script = browser.read(start).await?;
        // Modules that it imports later; the page has named the language.
        let named = script.split("\"./").skip(1).filter_map(|rest| rest.split_once(".js\""));
        let named = named.filter(|(name, _)| name.len() > 2 && !name.contains(['/', '\n']));
        let mut later: Vec<_> = named.map(|(name, _)| format!("{folder}/{name}.js")).collect();
        later.sort_unstable();
        later.dedup();
        later.retain(|path| !first.contains(path));
        first.extend(later.extract_if(.., |path| path.ends_with("/table.js")));
        first.push("/worker.js".to_owned());
        Ok(Self { first, later })
    }

    /// Opens a page of the client: with an empty cache all of its files, and
    /// else only the page, since its files never change.
    pub(crate) async fn open(&self, browser: &mut Browser, path: &str, is_new: bool) -> Result<(), Failure> {
        browser.file(path).await?;
        if is_new {
            for file in &self.first {
                browser.file(file).await?;
            }
            // The worker keeps the page for times without a network.
            browser.file("/").await?;
        }
        Ok(())
    }

    /// Goes to a page whose files come later, for the first time.
    pub(crate) async fn load_later(&self, browser: &mut Browser) -> Result<(), Failure> {
        for file in &self.later {
            browser.file(file).await?;
        }
        Ok(())
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    Some(value.split_once('"')?.0)
}
