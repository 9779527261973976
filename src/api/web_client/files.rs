//! The source of the web client's files.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use regicide::engine::Hash;
use rust_embed::RustEmbed;

use super::bundle;

#[derive(RustEmbed)]
#[folder = "web"]
struct Bundled;

/// A hash over the names and contents of all bundled files.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Vec::new();
    for name in Bundled::iter() {
        all.extend_from_slice(name.as_bytes());
        all.extend(Bundled::get(&name).into_iter().flat_map(|file| file.metadata.sha256_hash()));
    }
    Hash::of(&all).to_string()[..16].to_owned()
});

/// What is made of several bundled files.
static MADE: LazyLock<BTreeMap<String, MadeFile>> = LazyLock::new(|| {
    let files = bundle::files(bundled_text).into_iter();
    files.map(|(name, text)| (name, MadeFile::new(text))).collect()
});

/// The page that begins with these files.
static PAGE: LazyLock<String> =
    LazyLock::new(|| bundle::page(&bundled_text("index.html").expect("index.html is bundled")));

struct MadeFile {
    text: String,
    /// The same as gzip, smaller than what is compressed for each answer.
    compressed: Vec<u8>,
}

impl MadeFile {
    fn new(text: String) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        Self { text, compressed: written.expect("memory takes everything") }
    }
}

fn bundled_text(name: &str) -> Option<String> {
    String::from_utf8(Bundled::get(name)?.data.into_owned()).ok()
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WebClient {
    /// The client in the binary.
    #[default]
    Bundled,
    /// The files of a folder, read for each request.
    Folder(PathBuf),
    /// Nothing: there is only the API.
    Off,
}

impl FromStr for WebClient {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "" | "on" => Self::Bundled,
            "off" => Self::Off,
            folder => Self::Folder(folder.into()),
        })
    }
}

impl WebClient {
    /// The version of the files, if they cannot change.
    pub(super) fn version(&self) -> Option<&str> {
        match self {
            Self::Bundled => Some(&VERSION),
            Self::Folder(_) | Self::Off => None,
        }
    }

    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Bundled if name == "index.html" => Some(PAGE.clone().into_bytes()),
            Self::Bundled => match MADE.get(name) {
                Some(made) => Some(made.text.clone().into_bytes()),
                None => Bundled::get(name).map(|file| file.data.into_owned()),
            },
            Self::Folder(folder) => std::fs::read(inside(folder, name)?).ok(),
            Self::Off => None,
        }
    }

    /// A file as gzip, if it is there in that form.
    pub(super) fn read_compressed(&self, name: &str) -> Option<&'static [u8]> {
        match self {
            Self::Bundled => MADE.get(name).map(|made| &made.compressed[..]),
            Self::Folder(_) | Self::Off => None,
        }
    }
}

/// The path of a file of a folder, with all links resolved: a link is followed
/// only to a file of the same folder, and nothing hidden is one of its files,
/// such as `.git` or `.env`. Neither is a pipe or a device, which could be read
/// for ever.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    if !is_plain(Path::new(name)) {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let file = folder.join(name).canonicalize().ok()?;
    (is_plain(file.strip_prefix(&folder).ok()?) && file.is_file()).then_some(file)
}

/// Whether a path only descends, and into nothing hidden.
fn is_plain(path: &Path) -> bool {
    path.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => false,
    })
}

/// The type of a file by its name; files of other types are not served.
pub(super) fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_neither_out_of_the_folder_nor_to_what_is_hidden() {
        for (name, is_served) in [
            ("main.js", true),
            ("a/b.js", true),
            ("a/b.c.js", true),
            ("../x.js", false),
            ("a/../../x.js", false),
            ("/etc/x.js", false),
            (".x.js", false),
            (".git/x.js", false),
            ("a/.b/c.js", false),
        ] {
            assert_eq!(is_plain(Path::new(name)), is_served, "{name}");
        }
    }
}
