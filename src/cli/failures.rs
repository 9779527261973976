//! Translated failures of the service and its database.

use regicide_engine::engine::Message;
use regicide_offline::failures::{Failure, reason};
use regicide_offline::output::Output;

use crate::service;
use regicide_store::{AccessFault, StoreError};

/// The reason why a database cannot be used.
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

/// The failure with its translated text, if it is one of the service or its database; any
/// other is returned unchanged.
pub(super) fn in_words(failure: Failure, out: &Output) -> Failure {
    let of_store = match failure.downcast_ref() {
        Some(service::error::Error::Store(error)) => Some(error),
        Some(error) => return out.failure(&error.message()),
        None => failure.downcast_ref::<StoreError>(),
    };
    match of_store.and_then(StoreError::access_fault) {
        Some(fault) => {
            let lost = Message::new("command-database-lost").with("reason", access_reason(fault));
            out.failure(&lost)
        }
        None => failure,
    }
}
