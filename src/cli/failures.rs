//! What the system refuses, in the words of the language.

use std::fmt::Display;
use std::io;

use regicide::engine::Message;
use regicide::i18n::Language;
use regicide_system::causes::causes;
use regicide_system::text_file::Utf16;

use super::records::NoRecord;
use crate::service;
use crate::store::{AccessFault, StoreError};

/// A file or an address that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub(super) struct NamedError {
    name: String,
    #[source]
    error: io::Error,
}

/// An error with the name of the file or the address that it is about.
pub(super) fn named(name: impl Display, error: io::Error) -> NamedError {
    NamedError { name: name.to_string(), error }
}

/// The kinds of errors that have a text; of others the number is told.
const TOLD: [(io::ErrorKind, &str); 17] = [
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
    // What a socket with a time limit says (`SO_RCVTIMEO`).
    (io::ErrorKind::WouldBlock, "system-timed-out"),
    (io::ErrorKind::InvalidData, "system-no-text"),
    (io::ErrorKind::InvalidInput, "system-no-regular-file"),
    (io::ErrorKind::ReadOnlyFilesystem, "system-read-only"),
];

/// Why the system refuses.
pub(super) fn reason(error: &io::Error) -> Message {
    if error.get_ref().and_then(|cause| cause.downcast_ref::<Utf16>()).is_some() {
        return Message::new("system-utf-16");
    }
    if let Some(NoRecord(reason)) = error.get_ref().and_then(|cause| cause.downcast_ref()) {
        return Message::new(*reason);
    }
    let told = TOLD.iter().find(|(kind, _)| *kind == error.kind());
    match (told, error.raw_os_error()) {
        (Some(&(_, id)), _) => Message::new(id),
        (None, Some(code)) => Message::new("system-other").with("code", i64::from(code)),
        (None, None) => Message::text(error.to_string()),
    }
}

/// Why a database cannot be used.
pub(super) fn access_reason(fault: AccessFault) -> Message {
    let id = match fault {
        AccessFault::Refused => "system-connection-refused",
        AccessFault::UnknownHost => "database-unknown-host",
        AccessFault::NoAnswer => "database-no-answer",
        AccessFault::NotPostgres => "database-not-postgres",
        AccessFault::Authentication => "database-authentication",
        AccessFault::UnknownDatabase => "database-unknown",
        AccessFault::TooManyConnections => "database-too-many-connections",
        AccessFault::NotServing => "database-not-serving",
        AccessFault::NoPermission => "database-no-permission",
        AccessFault::ReadOnly => "database-read-only",
        AccessFault::DiskFull => "system-storage-full",
        AccessFault::Locked => "database-locked",
        AccessFault::NotSqlite => "database-not-sqlite",
        AccessFault::System(kind) => return reason(&kind.into()),
    };
    Message::new(id)
}

/// A failure as it is told.
pub(super) fn told(failure: &(dyn std::error::Error + 'static), language: Language) -> String {
    if let Some(NamedError { name, error }) = failure.downcast_ref() {
        return format!("{name}: {}", language.text(&reason(error)));
    }
    let of_store = match failure.downcast_ref() {
        Some(service::Error::Store(error)) => Some(error),
        Some(error) => return language.text(&error.message()),
        None => failure.downcast_ref::<StoreError>(),
    };
    if let Some(fault) = of_store.and_then(StoreError::access_fault) {
        let told = Message::new("command-database-lost").with("reason", access_reason(fault));
        return language.text(&told);
    }
    match failure.downcast_ref() {
        Some(error) => language.text(&reason(error)),
        None => causes(failure).to_string(),
    }
}
