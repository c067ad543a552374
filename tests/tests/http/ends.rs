//! The end of a server: it says so first, and no open stream holds it up.

use std::time::{Duration, Instant};

use mirrorpod::serve::serve;
use mirrorpod::state::App;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::reader::{LESSON, new_app};

/// A server on a port of its own; stops within `limit` once told.
async fn start(limit: Duration) -> (App, std::net::SocketAddr, tokio::task::JoinHandle<()>) {
    let app = new_app();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = app.clone();
    let task = tokio::spawn(async move { serve(listener, served, limit).await.unwrap() });
    (app, address, task)
}

async fn ask(address: std::net::SocketAddr, path: &str, connection: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: {connection}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn a_server_that_will_stop_says_that_it_is_not_ready() {
    let (app, address, _task) = start(Duration::from_secs(10)).await;
    for (leaving, status) in [(false, "HTTP/1.1 200"), (true, "HTTP/1.1 503")] {
        if leaving {
            app.drain.leave();
        }
        let mut answer = String::new();
        ask(address, "/readyz", "close").await.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(status), "{answer}");
        answer.clear();
        ask(address, "/healthz", "close").await.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[tokio::test]
async fn a_reader_who_stopped_reading_does_not_hold_up_the_end() {
    let (app, address, task) = start(Duration::from_millis(300)).await;
    // Many requests on one connection, none of whose answers is read: the last stays under way.
    let path = format!("/api/lessons/{LESSON}/timeline");
    let mut stream = ask(address, &path, "keep-alive").await;
    for _ in 0..200 {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before = Instant::now();
    app.drain.stop();
    task.await.unwrap();
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());
}

#[tokio::test]
async fn an_idle_connection_does_not_hold_up_the_end() {
    let (app, address, task) = start(Duration::from_secs(10)).await;
    let mut stream = ask(address, "/healthz", "keep-alive").await;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    let before = Instant::now();
    app.drain.stop();
    task.await.unwrap();
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());
}
