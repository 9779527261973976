//! Reasons for which a database cannot be used, where an operator can remove the cause.

use std::io;

use sqlx::error::DatabaseError;

use super::error::StoreError;

/// The reason for which a program cannot use a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessFault {
    /// Nothing listens at the port.
    Refused,
    UnknownHost,
    NoAnswer,
    /// Another service listens at the port.
    NotPostgres,
    /// Wrong password, or no such role.
    Authentication,
    UnknownDatabase,
    TooManyConnections,
    /// The server is starting or stopping.
    NotServing,
    /// The role lacks a permission.
    NoPermission,
    ReadOnly,
    DiskFull,
    /// Another process holds a lock.
    Locked,
    NotSqlite,
    /// Any other error of the operating system.
    System(io::ErrorKind),
}

/// The beginning of the standard library's message for this error, for which it has no kind.
const LOOKUP_FAILED: &str = "failed to lookup address information";

impl StoreError {
    /// The reason for which the database cannot be used, if the error shows one.
    #[must_use]
    pub fn access_fault(&self) -> Option<AccessFault> {
        match self {
            Self::Database(error) => of_driver(error),
            Self::Unavailable(cause) => of_driver(cause.downcast_ref()?),
            Self::Conflict(_) | Self::Corrupt { .. } | Self::UnknownRules { .. } | Self::Schema(_) => None,
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "other errors of the driver are of statements")]
pub(super) fn of_driver(error: &sqlx::Error) -> Option<AccessFault> {
    match error {
        sqlx::Error::Io(error) => Some(of_system(error)),
        sqlx::Error::PoolTimedOut => Some(AccessFault::NoAnswer),
        sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => Some(AccessFault::NotPostgres),
        sqlx::Error::Database(error) => of_code(&DatabaseError::code(&**error)?),
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "other kinds are told as they are")]
fn of_system(error: &io::Error) -> AccessFault {
    if error.to_string().starts_with(LOOKUP_FAILED) {
        return AccessFault::UnknownHost;
    }
    match error.kind() {
        io::ErrorKind::ConnectionRefused => AccessFault::Refused,
        io::ErrorKind::TimedOut | io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            AccessFault::NoAnswer
        }
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted => {
            AccessFault::NotPostgres
        }
        kind => AccessFault::System(kind),
    }
}

/// The fault that an error code of Postgres or SQLite stands for.
fn of_code(code: &str) -> Option<AccessFault> {
    if code.len() == 5 {
        return Some(match code {
            "28000" | "28P01" => AccessFault::Authentication,
            "3D000" => AccessFault::UnknownDatabase,
            "42501" => AccessFault::NoPermission,
            "25006" => AccessFault::ReadOnly,
            "53100" => AccessFault::DiskFull,
            "53300" => AccessFault::TooManyConnections,
            "57P01" | "57P02" | "57P03" => AccessFault::NotServing,
            // A lock that did not become free in time, and a deadlock.
            "55P03" | "40P01" => AccessFault::Locked,
            _ => return None,
        });
    }
    // The low byte of an extended code is the primary one.
    Some(match code.parse::<u32>().ok()? & 0xff {
        5 => AccessFault::Locked,
        8 => AccessFault::ReadOnly,
        13 => AccessFault::DiskFull,
        14 => AccessFault::System(io::ErrorKind::PermissionDenied),
        26 => AccessFault::NotSqlite,
        _ => return None,
    })
}
