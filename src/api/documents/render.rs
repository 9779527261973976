//! The pages of `docs/` as HTML without scripts. Only the build script runs it.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The repository's path of the page at `/docs/`.
const INDEX: &str = "docs/README.md";

/// Files outside `docs/` that the service has under other paths.
const DOCUMENTS: [(&str, &str); 3] = [
    ("openapi/openapi.json", "/openapi.json"),
    ("openapi/record.schema.json", "/schemas/record.json"),
    ("src/api/documents/llms.txt", "/llms.txt"),
];

/// Folders whose files are served, with their paths.
pub(super) const FOLDERS: [(&str, &str); 3] = [
    ("docs/", "/docs/"),
    ("examples/", "/docs/examples/"),
    ("crates/engine/tests/data/vectors/", "/docs/spec/vectors/"),
];

/// The folder of the files with clauses.
const SPECIFICATION: &str = "docs/spec/";

/// The path of a file of the repository on the service: that of its page for Markdown.
pub(super) fn served_path(file: &str) -> Option<String> {
    if let Some((_, path)) = DOCUMENTS.iter().find(|(own, _)| *own == file) {
        return Some((*path).to_owned());
    }
    let (name, folder) = FOLDERS.iter().find_map(|(own, path)| Some((file.strip_prefix(own)?, path)))?;
    if name.is_empty() || name.ends_with('/') || !name.contains('.') {
        return None;
    }
    let page = name.strip_suffix(".md").unwrap_or(name);
    let page = page.strip_suffix("README").filter(|_| name != page).unwrap_or(page);
    Some(format!("{folder}{page}"))
}

/// The paths of the specification's clauses and sections, by their ids.
pub(super) struct Clauses(BTreeMap<String, String>);

impl Clauses {
    /// Those of the files of the specification among all pages.
    pub(super) fn of<'a>(pages: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut clauses = BTreeMap::new();
        for (file, text) in pages.filter(|(file, _)| file.starts_with(SPECIFICATION)) {
            let path = served_path(file).expect("the specification is served");
            let ids = text.lines().filter_map(|line| {
                let rest = line.strip_prefix("## ").or_else(|| line.strip_prefix("- "))?;
                clause_id(rest)
            });
            clauses.extend(ids.map(|id| (id.to_owned(), format!("{path}#{id}"))));
        }
        Self(clauses)
    }
}

/// The id of a clause at the beginning of a text, such as `R4.2` or `R4`.
fn clause_id(text: &str) -> Option<&str> {
    let id = text.split(' ').next()?;
    let numbers = id.strip_prefix(|char: char| char.is_ascii_uppercase())?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.split('.').all(is_number).then_some(id)
}

/// The HTML of a Markdown file of the repository.
pub(super) fn page(file: &str, text: &str, clauses: &Clauses) -> String {
    let mut page = Page { file, clauses, ids: BTreeSet::new(), title: None, events: Vec::new() };
    let mut events = Parser::new_ext(text, Options::ENABLE_TABLES);
    while let Some(event) = events.next() {
        page.add(event, &mut events);
    }
    let mut content = String::new();
    html::push_html(&mut content, page.events.into_iter());
    let title = page.title.unwrap_or_else(|| panic!("{file} has no heading"));
    let title = if file == INDEX { title } else { format!("{title} · Regicide Server") };
    let markdown = file.strip_prefix("docs/").expect("pages are below docs/");
    include_str!("page.html")
        .replace("{title}", &escaped(&title))
        .replace("{markdown}", markdown)
        .replace("{content}", &content)
}

/// A Markdown file of the repository with links that work on the service, where it is below
/// `/docs/`: sources link to sources.
pub(super) fn source(file: &str, text: &str) -> String {
    let mut source = String::new();
    let mut rest = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        // A link in angle brackets has no target of its own.
        let Some((content, _)) = text[range.clone()].rsplit_once("](") else { continue };
        let link = match Link::of(file, &dest_url) {
            Link::Served(_) if resolved(file, &dest_url).starts_with("docs/") => continue,
            Link::Served(path) => format!("{content}]({path})"),
            Link::Unserved(name) => {
                let content = &content[1..];
                let has_path = content.trim_matches('`') == name;
                if has_path { content.to_owned() } else { format!("{content} (`{name}`)") }
            }
        };
        source += &text[rest..range.start];
        source += &link;
        rest = range.end;
    }
    source + &text[rest..]
}

/// A page while its events are read.
struct Page<'a> {
    file: &'a str,
    clauses: &'a Clauses,
    ids: BTreeSet<String>,
    /// The text of the first heading.
    title: Option<String>,
    events: Vec<Event<'a>>,
}

impl<'a> Page<'a> {
    /// Adds an event, with those that belong to it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other events stay as they are")]
    fn add(&mut self, event: Event<'a>, rest: &mut impl Iterator<Item = Event<'a>>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.add_heading(level, rest),
            Event::Start(Tag::Item) => self.add_item(rest),
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let link = Link::of(self.file, dest_url);
                self.add_link(event, link, rest);
            }
            Event::Start(Tag::CodeBlock(_)) => {
                self.events.push(event);
                self.events.extend(until(rest, |end| matches!(end, TagEnd::CodeBlock)));
                self.events.push(Event::End(TagEnd::CodeBlock));
            }
            Event::Start(Tag::Table(_)) => {
                self.raw("<div class=\"table\" tabindex=\"0\">\n".to_owned());
                self.events.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event);
                self.raw("</div>\n".to_owned());
            }
            Event::Text(text) => self.add_text(&text),
            event => self.events.push(event),
        }
    }

    fn raw(&mut self, html: String) {
        self.events.push(Event::InlineHtml(html.into()));
    }

    /// A heading with its id, as GitHub gives it, and those of a section of clauses.
    fn add_heading(&mut self, level: HeadingLevel, rest: &mut impl Iterator<Item = Event<'a>>) {
        let content = until(rest, |end| matches!(end, TagEnd::Heading(_)));
        let text = plain(&content);
        let id = self.new_id(&text);
        let section = clause_id(&text).filter(|id| self.is_own(id));
        let anchor = section.map_or_else(|| id.clone(), str::to_owned);
        let section = section.map(|section| format!("<span id=\"{section}\"></span>"));
        self.events.push(Event::Start(Tag::Heading {
            level,
            id: Some(id.into()),
            classes: Vec::new(),
            attrs: Vec::new(),
        }));
        self.events.extend(section.map(|section| Event::InlineHtml(section.into())));
        self.events.extend(content);
        if level != HeadingLevel::H1 {
            self.raw(format!(
                " <a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to this section\">#</a>"
            ));
        }
        self.events.push(Event::End(TagEnd::Heading(level)));
        self.title.get_or_insert(text);
    }

    /// The beginning of an item of a list; that of a clause has its id.
    fn add_item(&mut self, rest: &mut impl Iterator<Item = Event<'a>>) {
        let mut first = rest.next();
        let paragraph = first.take_if(|event| matches!(event, Event::Start(Tag::Paragraph)));
        let first = if paragraph.is_some() { rest.next() } else { first };
        let clause = if let Some(Event::Text(text)) = &first {
            clause_id(text)
                .filter(|id| self.is_own(id))
                .map(|id| (id.to_owned(), text[id.len()..].to_owned()))
        } else {
            None
        };
        let Some((id, text)) = clause else {
            self.events.push(Event::Start(Tag::Item));
            self.events.extend(paragraph);
            if let Some(first) = first {
                self.add(first, rest);
            }
            return;
        };
        self.raw(format!("\n<li id=\"{id}\">"));
        self.events.extend(paragraph);
        self.raw(format!("<a class=\"clause\" href=\"#{id}\">{id}</a>"));
        self.add_text(&text);
    }

    /// True for the id of a clause of this page.
    fn is_own(&self, id: &str) -> bool {
        let path = served_path(self.file).unwrap_or_default();
        self.clauses.0.get(id).is_some_and(|own| *own == format!("{path}#{id}"))
    }

    /// A link with its content. One to a file that is not served becomes its text with the
    /// file's path.
    fn add_link(&mut self, start: Event<'a>, link: Link, rest: &mut impl Iterator<Item = Event<'a>>) {
        let content = until(rest, |end| matches!(end, TagEnd::Link));
        match link {
            Link::Served(path) => {
                let Event::Start(Tag::Link { link_type, title, id, .. }) = start else { return };
                let dest_url = path.into();
                self.events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                self.events.extend(content);
                self.events.push(Event::End(TagEnd::Link));
            }
            Link::Unserved(file) => {
                let has_path = plain(&content) == file;
                self.events.extend(content);
                if !has_path {
                    self.raw(format!(" (<code>{}</code>)", escaped(&file)));
                }
            }
        }
    }

    /// A text in which ids of clauses are links.
    fn add_text(&mut self, text: &str) {
        let mut plain = String::new();
        for word in text.split_inclusive(|char: char| !is_part_of_word(char)) {
            let id = word.trim_end_matches(|char: char| !is_part_of_word(char));
            let id = id.trim_end_matches('.');
            let Some(path) = self.clauses.0.get(id) else {
                plain += word;
                continue;
            };
            self.events.push(Event::Text(mem::take(&mut plain).into()));
            let path = path.clone();
            self.raw(format!("<a class=\"clause\" href=\"{path}\">{id}</a>"));
            plain += &word[id.len()..];
        }
        self.events.push(Event::Text(plain.into()));
    }

    /// The id of a heading by GitHub's rules.
    fn new_id(&mut self, text: &str) -> String {
        let kept = |char: &char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_');
        let base = text.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
        let numbered = (1..).map(|number| format!("{base}-{number}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let id = candidates.find(|id| !self.ids.contains(id)).expect("numbers do not end");
        self.ids.insert(id.clone());
        id
    }
}

/// The target of a link.
enum Link {
    /// Its path on the service, or an address elsewhere.
    Served(String),
    /// A file or folder of the repository that is not served.
    Unserved(String),
}

impl Link {
    /// That of a link in a file.
    fn of(own: &str, target: &str) -> Self {
        let (file, anchor) = target.find('#').map_or((target, ""), |at| target.split_at(at));
        if file.is_empty() || file.starts_with('/') || file.contains(':') {
            return Self::Served(target.to_owned());
        }
        let file = resolved(own, file);
        match served_path(&file) {
            Some(path) => Self::Served(path + anchor),
            None => Self::Unserved(file),
        }
    }
}

fn is_part_of_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '_' | '-' | '/')
}

/// The events before an end, which is taken too.
fn until<'a>(
    events: &mut impl Iterator<Item = Event<'a>>,
    is_end: impl Fn(&TagEnd) -> bool,
) -> Vec<Event<'a>> {
    events.take_while(|event| !matches!(event, Event::End(end) if is_end(end))).collect()
}

/// The text of events.
fn plain(events: &[Event<'_>]) -> String {
    let text = |event: &Event<'_>| {
        if let Event::Text(text) | Event::Code(text) = event {
            Some(text.to_string())
        } else {
            matches!(event, Event::SoftBreak).then(|| " ".to_owned())
        }
    };
    events.iter().filter_map(text).collect()
}

/// The path of a file that a file of the repository names relative to itself.
fn resolved(file: &str, name: &str) -> String {
    let mut folder: Vec<&str> = file.split('/').collect();
    folder.pop();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(folder.pop()),
            part => folder.push(part),
        }
    }
    folder.join("/")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    html::push_html(&mut escaped, std::iter::once(Event::Text(text.into())));
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "docs/spec/rules.md";

    fn rendered(text: &str) -> String {
        let clauses = Clauses::of([(FILE, "## R4 A turn\n\n- R4.2 A play.\n")].into_iter());
        page(FILE, &format!("# Rules\n\n{text}"), &clauses)
    }

    #[test]
    fn clauses_and_sections_have_anchors() {
        let page = rendered("## R4 A turn\n\n- R4.2 A play (R4).\n\nSee R4.2, not R4.3 or AR4.2.\n");
        for part in [
            "<title>Rules · Regicide Server</title>",
            "<h2 id=\"r4-a-turn\"><span id=\"R4\"></span>R4 A turn <a class=\"anchor\" href=\"#R4\"",
            "<li id=\"R4.2\"><a class=\"clause\" href=\"#R4.2\">R4.2</a> A play (<a class=\"clause\" href=\"/docs/spec/rules#R4\">R4</a>).</li>",
            "See <a class=\"clause\" href=\"/docs/spec/rules#R4.2\">R4.2</a>, not R4.3 or AR4.2.",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn headings_have_the_ids_of_github() {
        let page = rendered("## Ada's `x_y` & more\n\n## Twice\n\n## Twice\n");
        assert_eq!(
            page.split("<h2 id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect::<Vec<_>>(),
            ["adas-x_y--more", "twice", "twice-1"]
        );
    }

    #[test]
    fn links_lead_to_what_is_served() {
        for (link, served) in [
            ("log{md}#forms", Some("/docs/spec/log#forms")),
            ("../README{md}#guides", Some("/docs/#guides")),
            ("../decisions/README{md}", Some("/docs/decisions/")),
            ("example.json", Some("/docs/spec/example.json")),
            ("../../examples/verify.py", Some("/docs/examples/verify.py")),
            ("../../crates/engine/tests/data/vectors/log.json", Some("/docs/spec/vectors/log.json")),
            ("../../openapi/openapi.json", Some("/openapi.json")),
            ("https://elsewhere.example/a#b", Some("https://elsewhere.example/a#b")),
            ("#r4", Some("#r4")),
            ("../../migrations/README{md}", None),
        ] {
            // A name with its end would be a citation.
            let page = rendered(&format!("[text]({link})\n").replace("{md}", ".md"));
            let expected = served.map_or_else(
                || "<p>text (<code>migrations/README{md}</code>)</p>".replace("{md}", ".md"),
                |path| format!("<p><a href=\"{path}\">text</a></p>"),
            );
            assert!(page.contains(&expected), "{link}: {page}");
        }
    }

    #[test]
    fn sources_link_to_what_is_served() {
        for (link, served) in [
            ("[a](log{md}#forms)", "[a](log{md}#forms)"),
            ("[a `b`](../README{md})", "[a `b`](../README{md})"),
            ("[a](../../examples/verify.py)", "[a](/docs/examples/verify.py)"),
            ("[a](../../openapi/openapi.json)", "[a](/openapi.json)"),
            ("[a](../../migrations/README{md})", "a (`migrations/README{md}`)"),
            ("[`a/b.rs`](../../a/b.rs)", "`a/b.rs`"),
            (
                "<https://elsewhere.example/>, `[a](../../b.rs)`",
                "<https://elsewhere.example/>, `[a](../../b.rs)`",
            ),
            ("[a](https://elsewhere.example/)", "[a](https://elsewhere.example/)"),
        ] {
            // A name with its end would be a citation.
            let [text, expected] = [link, served].map(|text| format!("B {text} e.\n").replace("{md}", ".md"));
            assert_eq!(source(FILE, &text), expected);
        }
    }
}
