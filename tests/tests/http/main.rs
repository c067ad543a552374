//! The server as its readers see it: pages, streams, posters, headers, failures, and its end.

mod assets;
mod clusters;
mod counts;
mod dev;
mod embeds;
mod ends;
mod fails;
mod icon;
mod moving;
pub mod pages;
mod posters;
mod reader;
mod rooms;
mod rules;
mod streams;
mod what_ifs;
