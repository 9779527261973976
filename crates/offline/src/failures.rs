//! Translated failures of commands.

use std::error::Error;
use std::fmt::Display;
use std::io;

use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use regicide_system::causes::causes;
use regicide_system::text_file::Utf16;

/// The reason why a command could not be carried out.
pub type Failure = Box<dyn Error>;

/// The id of the message that explains why a file or stream has no record.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NoRecord(pub(crate) &'static str);

/// A file or an address that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub struct NamedError {
    name: String,
    #[source]
    error: io::Error,
}

/// An error with the name of its file or address.
pub fn named(name: impl Display, error: io::Error) -> NamedError {
    NamedError { name: name.to_string(), error }
}

/// The kinds of errors that have a text; others have their number.
const KINDS: [(io::ErrorKind, &str); 17] = [
    (io::ErrorKind::NotFound, "system-not-found"),
    (io::ErrorKind::PermissionDenied, "system-permission-denied"),
    (io::ErrorKind::AlreadyExists, "system-already-exists"),
    (io::ErrorKind::IsADirectory, "system-is-folder"),
    (io::ErrorKind::NotADirectory, "system-no-folder"),
    (io::ErrorKind::StorageFull, "system-storage-full"),
    (io::ErrorKind::FileTooLarge, "system-file-too-large"),
    (io::ErrorKind::BrokenPipe, "system-broken-pipe"),
    (io::ErrorKind::AddrInUse, "system-address-in-use"),
    (io::ErrorKind::AddrNotAvailable, "system-address-not-available"),
    (io::ErrorKind::ConnectionRefused, "system-connection-refused"),
    (io::ErrorKind::ConnectionReset, "system-connection-reset"),
    (io::ErrorKind::TimedOut, "system-timed-out"),
    // The error of a socket's time limit (`SO_RCVTIMEO`).
    (io::ErrorKind::WouldBlock, "system-timed-out"),
    (io::ErrorKind::InvalidData, "system-no-text"),
    (io::ErrorKind::InvalidInput, "system-no-regular-file"),
    (io::ErrorKind::ReadOnlyFilesystem, "system-read-only"),
];

/// The reason of the system's refusal.
pub fn reason(error: &io::Error) -> Message {
    if error.get_ref().and_then(|cause| cause.downcast_ref::<Utf16>()).is_some() {
        return Message::new("system-utf-16");
    }
    if let Some(NoRecord(reason)) = error.get_ref().and_then(|cause| cause.downcast_ref()) {
        return Message::new(*reason);
    }
    let known = KINDS.iter().find(|(kind, _)| *kind == error.kind());
    match (known, error.raw_os_error()) {
        (Some(&(_, id)), _) => Message::new(id),
        (None, Some(code)) => Message::new("system-other").with("code", i64::from(code)),
        (None, None) => Message::text(error.to_string()),
    }
}

/// The text of a failure.
pub(crate) fn describe(failure: &(dyn Error + 'static), language: Language) -> String {
    if let Some(NamedError { name, error }) = failure.downcast_ref() {
        return format!("{name}: {}", language.text(&reason(error)));
    }
    match failure.downcast_ref() {
        Some(error) => language.text(&reason(error)),
        None => causes(failure).to_string(),
    }
}
