//! No bytes of a manifest may make the engine panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let path = "/etc/kubernetes/manifests/a.yaml";
    drop(engine::decode_manifest(&text, path, &"node1".into()));
});
