//! Bytes are no packed log, or the only packed form of one (P6).

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::engine::Hash;
use regicide_engine::record::{pack, unpack};

fuzz_target!(|bytes: &[u8]| {
    let Ok(log) = unpack(bytes) else { return };
    let hash = |check: [u8; 4]| {
        let mut hash = Hash([0; 32]);
        hash.0[..4].copy_from_slice(&check);
        hash
    };
    let packed = pack(log.iter().map(|row| (&row.entry, hash(row.check))));
    assert_eq!(packed.as_deref(), Ok(bytes));
});
