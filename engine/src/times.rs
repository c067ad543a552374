//! Every period and delay of the model, in simulated milliseconds, with where each comes from.
//!
//! "Recorded" means: measured on a kubelet v1.36.2 with containerd 2.1 on a two-core machine.

use crate::dice::Range;

/// One second.
pub const SECOND: u64 = 1_000;

/// The manifest directory is listed this often (`fileCheckFrequency`,
/// `pkg/kubelet/apis/config/v1beta1/defaults.go`).
pub const FILE_CHECK: u64 = 20 * SECOND;
/// A Pod that synced without error is synced again after this, times 1 to 1.5 (`syncFrequency`,
/// `pkg/kubelet/pod_workers.go` `completeWork`).
pub const RESYNC: u64 = 60 * SECOND;
/// A Pod that failed to sync, or must wait for its full name, is tried again after this, times 1
/// to 1.5 (`pkg/kubelet/kubelet.go` `backOffPeriod`).
pub const BACK_OFF: u64 = 10 * SECOND;
/// How often the sync loop looks for Pods that are due (`pkg/kubelet/kubelet.go` `syncLoop`).
pub const SYNC_TICK: u64 = SECOND;
/// How often the sync loop cleans up (`pkg/kubelet/kubelet.go` `housekeepingPeriod`).
pub const HOUSEKEEPING: u64 = 2 * SECOND;
/// How often the PLEG looks at the runtime (`pkg/kubelet/kubelet.go` `genericPlegRelistPeriod`).
pub const RELIST: u64 = SECOND;
/// How often every status is compared with the API (`pkg/kubelet/status/status_manager.go`
/// `syncPeriod`).
pub const STATUS_PASS: u64 = 10 * SECOND;
/// How often the containers of gone Pods are collected (`pkg/kubelet/kubelet.go`
/// `ContainerGCPeriod`).
pub const CONTAINER_GC: u64 = 60 * SECOND;
/// How often a starting kubelet looks whether it may publish mirrors at last
/// (`pkg/kubelet/kubelet.go` `fastStaticPodsRegistration`).
pub const FAST_REGISTRATION: u64 = 100;
/// How often the API source looks whether the node informer has synced
/// (`pkg/kubelet/config/apiserver.go` `WaitForAPIServerSyncPeriod`).
pub const API_SOURCE_POLL: u64 = SECOND;

/// First and longest wait between attempts to register the Node
/// (`pkg/kubelet/kubelet_node_status.go` `registerWithAPIServer`).
pub const REGISTER_FIRST: u64 = 100;
/// See [`REGISTER_FIRST`].
pub const REGISTER_MOST: u64 = 7 * SECOND;
/// First and longest wait between a reflector's attempts to list, each times 1 to 2
/// (`client-go/tools/cache/reflector.go` `NewReflectorWithOptions`).
pub const REFLECTOR_FIRST: u64 = 800;
/// See [`REFLECTOR_FIRST`].
pub const REFLECTOR_MOST: u64 = 30 * SECOND;

/// First and longest crash-loop back-off (`client-go/util/flowcontrol/backoff.go`).
pub const CRASH_FIRST: u64 = 10 * SECOND;
/// See [`CRASH_FIRST`].
pub const CRASH_MOST: u64 = 300 * SECOND;

/// From a file's change to the kubelet's reading of it. Recorded: 1 to 2.
pub const INOTIFY: Range = Range(1, 2);
/// From a request's sending to its arrival at the API server.
pub const TO_API: Range = Range(1, 2);
/// What the API server needs to store a change. Recorded: 4 to 8.
pub const STORE_WRITE: Range = Range(3, 7);
/// From a change to the watchers' hearing of it. Recorded: 1 to 19.
pub const WATCH: Range = Range(2, 14);
/// A deletion without grace is two writes; this lies between them. Recorded: 3 to 22.
pub const SECOND_WRITE: Range = Range(4, 22);
/// From a status change to the status manager's writing of it. Recorded: about 1.
pub const STATUS_SIGNAL: u64 = 1;
/// From the end of a Pod's runtime work to the PLEG's look at that Pod. Recorded: 2 to 16.
pub const INSPECT: Range = Range(2, 16);

/// `RunPodSandbox`. Recorded: 210 to 340.
pub const RUN_SANDBOX: Range = Range(210, 330);
/// `CreateContainer`. Recorded: 25 to 110.
pub const CREATE_CONTAINER: Range = Range(25, 60);
/// `StartContainer`. Recorded: 80 to 110.
pub const START_CONTAINER: Range = Range(80, 110);
/// `StopPodSandbox`. Recorded: 60 to 90.
pub const STOP_SANDBOX: Range = Range(60, 90);
/// `PullImage` of a small image. The recorded machine had no registry; this is a choice.
pub const PULL_IMAGE: Range = Range(900, 1_600);
/// From TERM to the end of a process that heeds it. Recorded: 20 to 1,100.
pub const HEED_TERM: Range = Range(30, 250);
/// Freeing a terminated Pod's volumes and control groups. Recorded: 4.
pub const FREE_POD: u64 = 4;

/// From a typed command to its first request. Recorded: 60 to 190.
pub const KUBECTL_START: Range = Range(60, 160);
/// How often kubectl looks whether an evicted Pod is gone (`kubectl/pkg/drain/drain.go`).
pub const DRAIN_POLL: u64 = SECOND;
/// From an object's change to a controller's work on it. Recorded: 5 to 50.
pub const CONTROLLER: Range = Range(8, 30);
