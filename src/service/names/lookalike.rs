//! Detection of names that mix scripts in order to imitate others (UTS 39).

use unicode_script::{Script, ScriptExtension};
use unicode_security::mixed_script::AugmentedScriptSet;

/// True if a name mixes scripts that are not written together: beyond one script, or
/// Latin with Chinese, Japanese, Korean, or one other recommended script that is
/// neither Cyrillic nor Greek (*moderately restrictive* in UTS 39, 5.2, by its
/// scripts alone).
pub(crate) fn mixes_scripts(name: &str) -> bool {
    if !AugmentedScriptSet::for_str(name).is_empty() {
        return false;
    }
    let is_latin = |character: &char| ScriptExtension::from(*character).contains_script(Script::Latin);
    let others: String = name.chars().filter(|character| !is_latin(character)).collect();
    let others = AugmentedScriptSet::for_str(&others);
    let goes_with_latin =
        |script: Script| script.is_recommended() && !matches!(script, Script::Cyrillic | Script::Greek);
    !(others.hanb || others.jpan || others.kore || others.base.iter().any(goes_with_latin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_resemble_each_other_are_not_mixed() {
        for name in ["Ada", "Ада", "Αδα", "ハンカク漢字 Ada", "한국 Ada", "नमस्ते Ada", "Ada 4 ♥ 🤖", "ⴰⴷⴰ"]
        {
            assert!(!mixes_scripts(name), "{name}");
        }
        for name in ["Aда", "Αda", "Аδ", "Ada ਸਿੰ न", "\u{13aa}da"] {
            assert!(mixes_scripts(name), "{name}");
        }
    }
}
