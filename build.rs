//! Rebuilds the crate when files that macros embed are added or removed, joins the modules
//! of the web client, reads its colours, renders the pages of `docs/`, and gives release builds
//! the commit that they are made from.

#[path = "src/api/web_client/bundle.rs"]
mod bundle;
#[path = "src/api/documents/render.rs"]
mod render;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use brotli::enc::BrotliEncoderParams;

fn main() {
    println!("cargo::rerun-if-changed=web");
    println!("cargo::rerun-if-changed=src/api/web_client/bundle.rs");
    println!("cargo::rerun-if-changed=src/api/documents");
    println!("cargo::rerun-if-changed=docs");
    println!("cargo::rerun-if-changed=openapi/examples");
    println!("cargo::rerun-if-env-changed=REGICIDE_COMMIT");
    join_client();
    write_colours();
    write_documents();
    // A build for tests does not: each commit would compile the crate anew.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let given = env::var("REGICIDE_COMMIT").ok().filter(|commit| !commit.is_empty());
    if let Some(commit) = given.or_else(|| is_release.then(checked_out).flatten()) {
        println!("cargo::rustc-env=REGICIDE_COMMIT={commit}");
    }
}

/// Writes the files of the web client that are made of several, and `client.rs`, which
/// lists them.
fn join_client() {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let read = |path: &str| fs::read_to_string(Path::new("web").join(path)).ok();
    let mut files = bundle::files(read);
    files.insert("index.html".to_owned(), bundle::page(&read("index.html").expect("the client has a page")));
    let mut list = "&[\n".to_owned();
    for (name, text) in files {
        let mut compressed = Vec::new();
        brotli::BrotliCompress(&mut text.as_bytes(), &mut compressed, &BrotliEncoderParams::default())
            .expect("memory takes everything");
        let brotli = format!("{name}.br");
        fs::write(folder.join(&name), text).expect("the folder can be written");
        fs::write(folder.join(&brotli), compressed).expect("the folder can be written");
        writeln!(list, "({name:?}, include_str!({name:?}), include_bytes!({brotli:?})),")
            .expect("a text takes everything");
    }
    fs::write(folder.join("client.rs"), list + "]").expect("the folder can be written");
}

/// Writes `colours.rs`, which lists the colours of the client's style sheet by name, each in
/// the light and in the dark: the service draws pictures with them.
fn write_colours() {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let sheet = fs::read_to_string("web/styles/theme.css").expect("the client has colours");
    let mut list = "&[\n".to_owned();
    for line in sheet.lines() {
        let values = line.trim().strip_prefix("--").and_then(|rest| rest.split_once(": light-dark("));
        let Some((name, values)) = values else { continue };
        let (light, dark) = values
            .strip_suffix(");")
            .and_then(|values| values.split_once(", "))
            .expect("a colour has two values");
        writeln!(list, "({name:?}, {light:?}, {dark:?}),").expect("a text takes everything");
    }
    fs::write(folder.join("colours.rs"), list + "]").expect("the folder can be written");
}

/// Writes the pages of `docs/`, and `documents.rs`, which lists the paths of all files with
/// their types.
fn write_documents() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut files = BTreeMap::new();
    for (below, _) in render::FOLDERS {
        add_files(Path::new(below), &mut files);
    }
    let has_end = |file: &str, end: &str| Path::new(file).extension().is_some_and(|own| own == end);
    let pages = files.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    let clauses = render::Clauses::of(pages.filter(|(file, _)| has_end(file, "md")));
    let mut list = "[\n".to_owned();
    let mut add = |path: &str, kind: &str, file: &Path| {
        let file = file.to_str().expect("paths are UTF-8");
        writeln!(list, "({path:?}, {kind}, include_bytes!({file:?})),").expect("a text takes everything");
    };
    for (file, text) in &files {
        let path = render::served_path(file).expect("the folders are served");
        if has_end(file, "md") {
            let page = folder.join(file.replace('/', "_")).with_extension("html");
            fs::write(&page, render::page(file, text, &clauses)).expect("the folder can be written");
            add(&path, "HTML", &page);
            let source = page.with_extension("md");
            fs::write(&source, render::source(file, text)).expect("the folder can be written");
            add(&format!("/{file}"), "TEXT", &source);
        } else {
            add(&path, if has_end(file, "json") { "JSON" } else { "TEXT" }, &root.join(file));
        }
    }
    fs::write(folder.join("documents.rs"), list + "]").expect("the folder can be written");
}

/// Adds the texts of the files of a folder, and of those below it. Each is watched by itself:
/// programs in the folder leave compiled modules beside them.
fn add_files(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the folder is part of the project") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|end| ["json", "md", "py", "ts"].iter().any(|own| end == *own))
        {
            println!("cargo::rerun-if-changed={}", path.display());
            let text = fs::read_to_string(&path).expect("documents are texts");
            files.insert(path.to_str().expect("names are ASCII").to_owned(), text);
        }
    }
}

/// The commit that is checked out, read from git's own files; nothing where
/// there are none, as in a released archive.
fn checked_out() -> Option<String> {
    // In a further work tree, `.git` is a file that says where its folder is.
    let folder = match fs::read_to_string(".git") {
        Ok(link) => PathBuf::from(link.strip_prefix("gitdir: ")?.trim_end()),
        Err(_) => PathBuf::from(".git"),
    };
    let head = fs::read_to_string(folder.join("HEAD")).ok()?;
    for file in ["HEAD", "logs/HEAD"].map(|name| folder.join(name)) {
        // A file that is not there would run this anew every time.
        if file.exists() {
            println!("cargo::rerun-if-changed={}", file.display());
        }
    }
    let Some(name) = head.trim_end().strip_prefix("ref: ") else { return Some(head.trim_end().to_owned()) };
    let shared = fs::read_to_string(folder.join("commondir"));
    let shared = shared.map_or_else(|_| folder.clone(), |path| folder.join(path.trim_end()));
    if let Ok(commit) = fs::read_to_string(shared.join(name)) {
        return Some(commit.trim_end().to_owned());
    }
    let packed = fs::read_to_string(shared.join("packed-refs")).ok()?;
    packed.lines().find_map(|line| Some(line.strip_suffix(name)?.trim_end().to_owned()))
}
