//! Requests that run without writing.

use super::error::{Conflict, StoreError};

tokio::task_local! {
    static DRY_RUN: ();
}

/// Runs a request whose first write fails with [`Conflict::DryRun`].
pub async fn dry_run<T>(request: impl Future<Output = T>) -> T {
    DRY_RUN.scope((), request).await
}

/// True within a dry run.
#[must_use]
pub fn is_dry_run() -> bool {
    DRY_RUN.try_with(|()| ()).is_ok()
}

/// # Errors
/// [`Conflict::DryRun`] in a dry run.
pub fn check_writable() -> Result<(), StoreError> {
    if is_dry_run() { Err(Conflict::DryRun.into()) } else { Ok(()) }
}
