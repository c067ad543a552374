//! The server as its readers see it: pages, streams, posters, headers, failures, and its end.

mod assets;
mod clusters;
mod dev;
mod ends;
mod fails;
mod icon;
mod pages;
mod posters;
mod reader;
mod rules;
mod streams;
mod what_ifs;
