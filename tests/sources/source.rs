//! The files of the default packages, parsed.

use std::path::Path;

use crate::names::{Names, for_tests, names};
use crate::sources;

/// The sources of the default packages, each with the folder that their paths begin with
/// here. The modules of the library and of the server have different names.
pub(crate) const FOLDERS: [(&str, &str); 5] = [
    ("crates/engine/src", ""),
    ("crates/system/src", "system/"),
    ("crates/offline/src", "offline/"),
    ("crates/store/src", "store/"),
    ("src", ""),
];

/// A source file of a package.
pub(crate) struct Source {
    /// Its path below `src/`, after the folder of its package.
    pub(crate) path: String,
    /// Its module below the crate: `src/engine/card.rs` is `engine`, `card`.
    pub(crate) module: Vec<String>,
    /// Its code.
    pub(crate) file: syn::File,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let names = path.trim_end_matches(".rs").split('/').filter(|name| *name != "mod");
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_owned(), module: names.map(str::to_owned).collect(), file }
    }

    /// The names that its code uses, but for its tests.
    pub(crate) fn names(&self) -> Names {
        names(&self.module, &self.file)
    }

    /// The modules in files of their own that it has for tests only.
    fn test_modules(&self) -> impl Iterator<Item = Vec<String>> {
        self.file.items.iter().filter_map(|item| match item {
            syn::Item::Mod(module) if module.content.is_none() && for_tests(&module.attrs) => {
                Some([self.module.as_slice(), &[module.ident.to_string()]].concat())
            }
            _ => None,
        })
    }
}

/// The source files below a folder, with paths that begin with `start`.
pub(crate) fn below(folder: &str, start: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let name = |path: &Path| format!("{start}{}", path.strip_prefix(&root).unwrap().display());
    sources(folder).iter().map(|(path, text)| Source::new(&name(path), text)).collect()
}

/// All source files, but for modules of tests.
pub(crate) fn all() -> Vec<Source> {
    let mut found: Vec<Source> =
        FOLDERS.into_iter().flat_map(|(folder, start)| below(folder, start)).collect();
    let tests: Vec<_> = found.iter().flat_map(Source::test_modules).collect();
    found.retain(|source| !tests.iter().any(|module| source.module.starts_with(module)));
    found
}
