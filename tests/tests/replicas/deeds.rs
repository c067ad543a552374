//! What is done to clusters.

/// Another image: the Pod that is to come waits for the one that goes, and is tried again after ten
/// to fifteen seconds of the cluster's. So something happens by itself long after.
pub const EDIT: &str = "write pair-worker /etc/kubernetes/manifests/hello-static.yaml <<EOF
apiVersion: v1
kind: Pod
metadata:
  name: hello-static
spec:
  containers:
  - name: main
    image: registry.k8s.io/pause:3.9
EOF";

/// What else is done, in this order.
pub const DEEDS: [&str; 3] = [
    "kubectl cordon pair-worker",
    "kubectl uncordon pair-worker",
    "kubectl delete pod hello-static-pair-worker",
];
