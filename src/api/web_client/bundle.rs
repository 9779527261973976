//! The bundled client's modules in few files: over a slow connection each
//! request costs more than what it brings.
//!
//! The first file is small: it requests the others. The second one, which a page requests
//! together with it, has the start and Home. The third, for the table, arrives while a new game
//! is requested. A fourth has the other pages, and each language is one. Styles that Home does
//! not need are in the file of their pages.
//!
//! A module becomes a function that returns its exports, and JSON, such as the texts of a
//! language, its default export; comments are left out, except licences (`/*!`). This is a
//! change of text, not of code: it supports imports and exports only in the form of the
//! client's sources, at the beginning of a line, and panics at any other. Only the build
//! script runs it, and then fails.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The file that a page begins with, which requests the others and runs the client.
const APP: &str = "app.js";
/// The files that a page of the client can request, as JSON: its service worker stores them.
const LIST: &str = "files.json";
/// The styles that Home needs, in one file.
const STYLES: &str = "app.css";

const START: &str = "main.js";
/// The files of the modules and styles. A module uses those of its own file and of those before.
const HOME: &str = "home.js";
const TABLE: &str = "table.js";
/// All other modules that are loaded on demand, except languages.
const LATER: &str = "later.js";
const PARTS: [&str; 3] = [HOME, TABLE, LATER];
/// The modules whose file is fixed, with those that they import.
const FIXED: [(&str, &str); 3] = [(HOME, "pages/home.js"), (HOME, START), (TABLE, "pages/table.js")];

const JSON: &str = ".json";
/// The end of a line that imports JSON.
const JSON_IMPORTED: &str = "\" with { type: \"json\" };";
/// The text behind the path of JSON that is loaded on demand.
const JSON_LOADED: &str = "\", { with: { type: \"json\" } })";

/// Modules by their exports, a function that loads one by its path, and one for styles.
/// The table is requested at once: most visitors open one next.
const LOADER: &str = "import(\"./table.js\").catch(() => {});
const modules = {};
const style = (text) => {
const sheet = new CSSStyleSheet();
sheet.replaceSync(text);
document.adoptedStyleSheets.push(sheet);
return sheet;
};
const loadModule = async (path) => {
if (!(path in modules)) {
const loaded = await Promise.all(files[path].map((file) => import(file)));
for (const { default: define } of loaded) define(modules, loadModule, style);
}
return modules[path];
};
loadModule(\"main.js\");
";

/// A module as a function body.
#[derive(Debug, Default, PartialEq, Eq)]
struct Module {
    body: String,
    exports: Vec<String>,
    imports: Vec<String>,
    /// The modules that it loads on demand.
    loads: Vec<String>,
}

/// The files, by name. `read` gives the text of a file of the client.
pub(super) fn files(read: impl Fn(&str) -> Option<String>) -> BTreeMap<String, String> {
    let read = |path: &str| read(path).unwrap_or_else(|| panic!("{path} is imported, and not there"));
    let modules = modules(&read);
    let loads: BTreeSet<&String> = modules.values().flat_map(|module| &module.loads).collect();
    let mut files = BTreeMap::new();
    let mut file_of = BTreeMap::new();
    for (name, path) in FIXED {
        define(&mut files, name, path, &modules, &mut file_of, &mut Vec::new());
    }
    for &path in &loads {
        let language = path.strip_prefix("locales/").and_then(|name| name.strip_suffix(JSON));
        let name = language.map_or_else(|| LATER.to_owned(), |tag| format!("{tag}.js"));
        define(&mut files, &name, path, &modules, &mut file_of, &mut Vec::new());
    }
    let index = read("index.html");
    for path in styles(&index) {
        let text = read(path);
        match file_of_style(path) {
            STYLES => files.entry(STYLES.to_owned()).or_default().push_str(&text),
            name => {
                writeln!(files.entry(name.to_owned()).or_default(), "modules[{path:?}] ??= style({text:?});")
                    .expect("a text takes everything");
            }
        }
    }
    for (_, file) in files.iter_mut().filter(|(name, _)| name.as_str() != STYLES) {
        *file = format!("export default (modules, loadModule, style) => {{\n{file}}};\n");
    }
    file_of.retain(|path, _| path == START || loads.contains(path));
    let needed = |name: &str| {
        let before = PARTS.iter().take_while(|&&part| part != name).filter(|_| PARTS.contains(&name));
        before.chain([&name]).map(|name| format!("./{name}")).collect::<Vec<_>>()
    };
    let needed: BTreeMap<_, _> = file_of.iter().map(|(path, name)| (path, needed(name))).collect();
    files.insert(APP.to_owned(), format!("const files = {needed:?};\n{LOADER}"));
    let page = page(&index);
    let linked = page.split("{base}/").skip(1).filter_map(|rest| rest.split('"').next());
    let all: BTreeSet<&str> = files.keys().map(String::as_str).chain(linked).collect();
    let list = format!("{:?}\n", Vec::from_iter(all));
    files.insert(LIST.to_owned(), list);
    files
}

/// The page with these files in place of the client's source files.
pub(super) fn page(index: &str) -> String {
    let links = format!("{STYLE}{STYLES}\">\n<link rel=\"modulepreload\" href=\"{{base}}/{HOME}\">\n{STYLE}");
    let linked = index.replacen(STYLE, &links, 1).replacen(START, APP, 1);
    let is_source = |line: &&str| line.starts_with(STYLE) && !line.contains(STYLES);
    linked.lines().filter(|line| !is_source(line)).map(|line| line.to_owned() + "\n").collect()
}

const STYLE: &str = "<link rel=\"stylesheet\" href=\"{base}/";

/// The paths of the styles of a page, in its order.
fn styles(index: &str) -> impl Iterator<Item = &str> {
    index.lines().filter_map(|line| line.strip_prefix(STYLE)?.strip_suffix("\">"))
}

/// The file of a style: those of no page, and of Home, are loaded first.
fn file_of_style(path: &str) -> &'static str {
    match path {
        "styles/theme.css" | "styles/base.css" | "styles/cards.css" | "styles/home.css" => STYLES,
        "styles/table.css" => TABLE,
        _ => LATER,
    }
}

/// All modules that the client can load.
fn modules(read: &impl Fn(&str) -> String) -> BTreeMap<String, Module> {
    let mut modules = BTreeMap::new();
    let mut wanted: Vec<String> = FIXED.map(|(_, path)| path.to_owned()).into();
    while let Some(path) = wanted.pop() {
        if let Entry::Vacant(entry) = modules.entry(path) {
            let module = Module::parse(entry.key(), &read(entry.key()));
            wanted.extend(module.imports.iter().chain(&module.loads).cloned());
            entry.insert(module);
        }
    }
    modules
}

/// Writes a module to the file behind those that it imports, unless a file has it
/// already.
fn define(
    files: &mut BTreeMap<String, String>,
    name: &str,
    path: &str,
    modules: &BTreeMap<String, Module>,
    file_of: &mut BTreeMap<String, String>,
    importers: &mut Vec<String>,
) {
    assert!(!importers.iter().any(|importer| importer == path), "modules in a circle: {importers:?}");
    if file_of.contains_key(path) {
        return;
    }
    let Module { body, exports, imports, .. } = &modules[path];
    importers.push(path.to_owned());
    for imported in imports {
        define(files, name, imported, modules, file_of, importers);
    }
    importers.pop();
    file_of.insert(path.to_owned(), name.to_owned());
    let exports = exports.join(", ");
    let file = files.entry(name.to_owned()).or_default();
    writeln!(file, "modules[\"{path}\"] ??= (() => {{\n{body}return {{ {exports} }};\n}})();")
        .expect("a text takes everything");
}

impl Module {
    fn parse(path: &str, text: &str) -> Self {
        let mut module = Self::default();
        if path.ends_with(JSON) {
            module.body = module.statement(path, &format!("export default {};\n", text.trim_end()));
            return module;
        }
        // A module with a name of its own for the loader would call that.
        assert!(!text.contains("loadModule"), "{path}: `loadModule` is a name of the bundle");
        let mut is_comment = false;
        let mut is_licence = false;
        for line in text.lines() {
            is_licence |= line.starts_with("/*!");
            if is_licence {
                is_licence = !line.ends_with("*/");
                module.body += line;
                module.body.push('\n');
                continue;
            }
            let is_indented = line.starts_with(' ');
            let line = without_casts(line.trim());
            if is_comment || line.starts_with("/*") {
                is_comment = !line.contains("*/");
                assert!(is_comment || line.ends_with("*/"), "{path}: {line}");
            } else if !line.is_empty() && !line.starts_with("//") {
                let line = if is_indented { line } else { module.statement(path, &line) };
                let line = module.with_loads(path, &line);
                module.body += &line;
                module.body.push('\n');
            }
        }
        module
    }

    /// A top-level line without import or export.
    fn statement(&mut self, path: &str, line: &str) -> String {
        let unknown = || -> ! { panic!("{path}: {line}") };
        if let Some(import) = line.strip_prefix("import ") {
            let (names, from) = import.split_once(" from \"").unwrap_or_else(|| unknown());
            let end = if from.ends_with(JSON_IMPORTED) { JSON_IMPORTED } else { "\";" };
            let from = resolved(path, from.strip_suffix(end).unwrap_or_else(|| unknown()));
            let names = names.replace(" as ", ": ");
            let (names, what) = match names.strip_prefix("*: ") {
                Some(all) => (all, ""),
                None if names.starts_with('{') => (names.as_str(), ""),
                None => (names.as_str(), ".default"),
            };
            let line = format!("const {names} = modules[\"{from}\"]{what};");
            self.imports.push(from);
            return line;
        }
        let Some(export) = line.strip_prefix("export ") else { return line.to_owned() };
        if export == "{};" {
            return String::new();
        }
        if let Some(value) = export.strip_prefix("default ") {
            self.exports.push("default: exported".to_owned());
            return format!("const exported = {value}");
        }
        let name = ["async function* ", "async function ", "function* ", "function ", "const ", "class "]
            .iter()
            .find_map(|kind| export.strip_prefix(kind))
            .unwrap_or_else(|| unknown());
        let end =
            name.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or_else(|| unknown());
        self.exports.push(name[..end].to_owned());
        export.to_owned()
    }

    /// A line with `loadModule("path")` in place of `import("./path")`.
    fn with_loads(&mut self, path: &str, line: &str) -> String {
        let mut parts = line.split("import(\"");
        let mut with = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = if part.contains(JSON_LOADED) { JSON_LOADED } else { "\")" };
            let (from, rest) = part.split_once(end).unwrap_or_else(|| panic!("{path}: {line}"));
            let from = resolved(path, from);
            write!(with, "loadModule(\"{from}\"){rest}").expect("a text takes everything");
            self.loads.push(from);
        }
        with
    }
}

/// A line without its type comments.
fn without_casts(line: &str) -> String {
    let mut parts = line.split("/** @type ");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once("*/").unwrap_or_else(|| panic!("{line}"));
        without += rest.trim_start();
    }
    without
}

/// The path of a file that is named relative to a module.
fn resolved(module: &str, name: &str) -> String {
    let mut folder: Vec<&str> = module.split('/').collect();
    folder.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(folder.pop()),
            part => folder.push(part),
        }
    }
    folder.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function_body() {
        let text = "// About.\n\nimport { a, b as c } from \"../x.js\";\nimport d from \"./y.js\";\nimport * as all from \"./y.js\";\n/**\n * @param {string} e\n */\nexport function f(e) {\n  // Why.\n  return import(\"./z.js\").then(/** @type {any} */ (e));\n  /** @type {any} */ (e);\n}\nconst g = 1;\nexport const h = 2;\nexport default { h };\nexport {};\n";
        let module = Module::parse("p/q.js", text);
        let body = "const { a, b: c } = modules[\"x.js\"];\nconst d = modules[\"p/y.js\"].default;\nconst all = modules[\"p/y.js\"];\nfunction f(e) {\nreturn loadModule(\"p/z.js\").then((e));\n(e);\n}\nconst g = 1;\nconst h = 2;\nconst exported = { h };\n\n";
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(module.body, body);
        assert_eq!(module.exports, list(&["f", "h", "default: exported"]));
        assert_eq!((module.imports, module.loads), (list(&["x.js", "p/y.js", "p/y.js"]), list(&["p/z.js"])));
    }

    #[test]
    fn json_is_the_default_export_of_a_module() {
        let texts = Module::parse("l/en.json", "{\n  \"a\": \"/* no comment */\"\n}\n");
        assert_eq!(texts.body, "const exported = {\n  \"a\": \"/* no comment */\"\n};\n");
        assert_eq!(texts.exports, ["default: exported"]);
        let lines = "import a from \"./a.json\" with { type: \"json\" };\nconst f = () => import(\"./l/en.json\", { with: { type: \"json\" } });\n";
        let module = Module::parse("f.js", lines);
        let body = "const a = modules[\"a.json\"].default;\nconst f = () => loadModule(\"l/en.json\");\n";
        assert_eq!(module.body, body);
        assert_eq!((module.imports, module.loads), (vec!["a.json".to_owned()], vec!["l/en.json".to_owned()]));
    }

    #[test]
    #[should_panic(expected = "a.js: export * from \"./b.js\";")]
    fn an_unknown_form_is_refused() {
        Module::parse("a.js", "export * from \"./b.js\";\n");
    }

    #[test]
    fn each_module_of_the_client_is_in_one_file() {
        let files = files(|path| std::fs::read_to_string(format!("web/{path}")).ok());
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            ["app.css", "app.js", "en.js", "es.js", "files.json", "home.js", "later.js", "table.js"]
        );
        let defined: Vec<&str> = files
            .values()
            .flat_map(|file| {
                file.lines().filter_map(|line| line.strip_prefix("modules[\"")?.split('"').next())
            })
            .collect();
        assert_eq!(defined.iter().collect::<BTreeSet<_>>().len(), defined.len());
        assert!(defined.contains(&"table/hand.js") && defined.contains(&"pages/replay.js"));
        assert!(files["later.js"].contains("MIT License\n") && !files["app.js"].contains("MIT License"));
        for (name, file) in &files {
            assert!(!file.contains("/**") && !file.contains("\nexport function"), "{name}");
            // A library is one long line, with brackets in its texts.
            let own: String = file.lines().filter(|line| line.len() < 2000).collect();
            for [open, close] in [['(', ')'], ['{', '}'], ['[', ']']] {
                assert_eq!(own.matches(open).count(), own.matches(close).count(), "{name}: {open}");
            }
            // A text over several lines would lose its indents.
            assert!(file.lines().all(|line| line.matches('`').count() % 2 == 0), "{name}");
        }
        let list = "[\"app.css\", \"app.js\", \"en.js\", \"es.js\", \"home.js\", \"icon.svg\", \"icons/192.png\", \"later.js\", \"table.js\"]\n";
        assert_eq!(files["files.json"], list);
        let page = page(&std::fs::read_to_string("web/index.html").unwrap());
        assert_eq!((page.matches("{base}/app.").count(), page.matches("stylesheet").count()), (2, 1));
    }
}
