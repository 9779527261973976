//! The language of the commands' output.

use std::env;

use clap::Args;
use regicide::i18n::Language;

/// Which language to print in.
#[derive(Args, Debug)]
pub(super) struct LanguageArg {
    /// The language, such as `es` [default: that of the environment]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = known)]
    lang: Option<Language>,
}

impl LanguageArg {
    /// The language asked for, else that of the environment: the first of
    /// these variables that is not empty decides (POSIX, section 8.2).
    pub(super) fn language(&self) -> Language {
        let from_environment = || {
            let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
            let mut set = names.into_iter().filter_map(|name| env::var(name).ok());
            set.find(|locale| !locale.is_empty()).and_then(|locale| Language::of_posix_locale(&locale))
        };
        self.lang.or_else(from_environment).unwrap_or_default()
    }
}

fn known(tag: &str) -> Result<Language, String> {
    Language::of_posix_locale(tag).ok_or_else(|| {
        let known: Vec<&str> = Language::all().map(Language::tag).collect();
        format!("there are {}", known.join(", "))
    })
}
