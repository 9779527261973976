//! The source of the web client's files.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use actix_web::web::Bytes;
use regicide::engine::Hash;
use rust_embed::RustEmbed;

use super::bundle;
use crate::api::respond::Content;

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

/// All bundled files that are served, by name, with what is made of several. It
/// takes the place of those with the same name.
static FILES: LazyLock<HashMap<String, Arc<Content>>> = LazyLock::new(|| {
    let read = |name: &str| Bundled::get(name).map(|file| file.data);
    let single =
        Bundled::iter().filter_map(|name| Some((name.to_string(), Bytes::from(read(&name)?.into_owned()))));
    let made = bundle::files(bundled_text).into_iter().map(|(name, text)| (name, Bytes::from(text)));
    let index = bundled_text("index.html").expect("index.html is bundled");
    let page = ("index.html".to_owned(), Bytes::from(bundle::page(&index)));
    let all = single.chain(made).chain([page]);
    let lasting = |(name, bytes): (String, Bytes)| {
        let kind = content_type(&name)?;
        Some((name, Arc::new(Content::new(kind, bytes).lasting())))
    };
    all.filter_map(lasting).collect()
});

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

    /// A file, if there is one of a type that is served.
    pub(super) fn file(&self, name: &str) -> Option<Arc<Content>> {
        match self {
            Self::Bundled => FILES.get(name).cloned(),
            Self::Folder(folder) => {
                let kind = content_type(name)?;
                Some(Arc::new(Content::new(kind, std::fs::read(inside(folder, name)?).ok()?)))
            }
            Self::Off => None,
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
fn content_type(name: &str) -> Option<&'static str> {
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
