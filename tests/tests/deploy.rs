//! What people deploy is read as it would be read where it runs.

#[test]
fn the_static_pod_manifest_is_one_a_kubelet_takes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/mirrorpod.yaml");
    let text = std::fs::read_to_string(path).expect("the manifest is there");
    let at = "/etc/kubernetes/manifests/mirrorpod.yaml";
    let pod = engine::decode_manifest(&text, at, &"node1".into()).expect("a kubelet takes it");
    assert_eq!(pod.metadata.name, "mirrorpod-node1");
    assert_eq!(pod.spec.containers[0].args[0], "serve");
}
