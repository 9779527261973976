//! The source of the web client's files.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use actix_web::web::Bytes;
use regicide_engine::engine::Hash;
use regicide_system::causes::causes;
use regicide_system::whole_file::{on_file_thread, read_bytes};
use rust_embed::RustEmbed;
use tokio::sync::Semaphore;

use crate::api::respond::Content;

#[derive(RustEmbed)]
#[folder = "web"]
struct Bundled;

/// A hash over the names and contents of all bundled files, and of those joined of them.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Vec::new();
    for name in Bundled::iter() {
        all.extend_from_slice(name.as_bytes());
        all.extend(Bundled::get(&name).into_iter().flat_map(|file| file.metadata.sha256_hash()));
    }
    // The same sources may be joined in another way.
    for (name, text, _) in JOINED {
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(text.as_bytes());
    }
    Hash::of(&all).to_string()[..16].to_owned()
});

/// The files that the build script makes of several (`bundle.rs`), by name, as texts and
/// in Brotli.
const JOINED: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// All bundled files that are served, by name. A joined file takes the place of one with
/// the same name.
static FILES: LazyLock<HashMap<String, Arc<Content>>> = LazyLock::new(|| {
    let read = |name: &str| Bundled::get(name).map(|file| file.data);
    let single = Bundled::iter()
        .filter_map(|name| Some((name.to_string(), Bytes::from(read(&name)?.into_owned()), None)));
    let joined =
        JOINED.iter().map(|&(name, text, brotli)| (name.to_owned(), Bytes::from(text), Some(brotli.into())));
    let lasting = |(name, bytes, brotli): (String, Bytes, Option<Bytes>)| {
        let kind = content_type(&name)?;
        Some((name, Arc::new(Content::new(kind, bytes).lasting().with_brotli(brotli))))
    };
    single.chain(joined).filter_map(lasting).collect()
});

/// The largest file of a folder that is served, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The number of files of a folder that are read at a time: a disk that hangs blocks this
/// many threads and no more.
static READS: Semaphore = Semaphore::const_new(16);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WebClient {
    /// The client in the binary.
    #[default]
    Bundled,
    /// The files of a folder, each of at most 4 MiB, read for each request.
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
    pub(super) async fn file(&self, name: &str) -> Option<Arc<Content>> {
        match self {
            Self::Bundled => FILES.get(name).cloned(),
            Self::Folder(folder) => of_folder(folder, name).await,
            Self::Off => None,
        }
    }
}

/// A file of a folder. A request that is given up leaves its permit to the thread that
/// still reads.
async fn of_folder(folder: &Path, name: &str) -> Option<Arc<Content>> {
    let kind = content_type(name)?;
    let (folder, file) = (folder.to_owned(), name.to_owned());
    let permit = READS.acquire().await.expect("the semaphore is never closed");
    let read = on_file_thread(move || {
        let _permit = permit;
        let Some(path) = inside(&folder, &file) else { return Ok(None) };
        Ok(Some(Content::new(kind, read_bytes(&path, MAX_FILE)?)))
    });
    match read.await {
        Ok(content) => content.map(Arc::new),
        Err(error) => {
            tracing::warn!(name, error = %causes(&error), "a file of the web client cannot be read");
            None
        }
    }
}

/// The path of a file of a folder, with all links resolved: a link is followed only to a
/// file of this folder that is not hidden, as `.git` or `.env` are. Pipes and devices are
/// excluded, because reading one could block for ever.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    if !is_plain(Path::new(name)) {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let file = folder.join(name).canonicalize().ok()?;
    (is_plain(file.strip_prefix(&folder).ok()?) && file.is_file()).then_some(file)
}

/// Returns true if a path only descends, and into nothing hidden.
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
