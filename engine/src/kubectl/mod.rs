//! kubectl: a person's commands, what they ask of the API server, and what they print
//! (`k8s.io/kubectl/pkg/cmd`).

mod command;
mod drain;
mod get;
mod simple;

use std::sync::Arc;

use trace::object::ObjectKey;
use trace::{Answer, Client, EntryId, Event, Uid};

use crate::api::{ADDRESS, Ask, Reply};
use crate::desk::Desk;
use crate::input::InputError;
use crate::timer::Timer;
use crate::times;

use command::Command;
use drain::Drain;

/// A terminal in which one command runs at a time.
#[derive(Clone, Debug, Default)]
pub struct Console {
    running: Option<Running>,
    n_tickets: u64,
}

/// The command that runs.
#[derive(Clone, Debug)]
struct Running {
    /// The entry of the typing.
    typed: EntryId,
    command: Command,
    stage: Stage,
    /// The answer that is awaited.
    ticket: u64,
}

/// Where a command stands.
#[derive(Clone, Debug)]
enum Stage {
    /// The program is starting.
    Starting,
    /// Its first request is under way.
    Asked,
    /// It waits for an object to go.
    AwaitsEnd(ObjectKey, Uid),
    /// The object is looked at.
    Looks(ObjectKey, Uid),
    /// A drain.
    Draining(Box<Drain>),
}

/// How often kubectl's wait for a deletion looks, in milliseconds. The real one watches.
const WAIT_POLL: u64 = 100;

impl Console {
    /// A person enters a command.
    pub fn enter(
        &mut self,
        desk: &mut Desk,
        line: String,
        stdin: Arc<str>,
    ) -> Result<(), InputError> {
        if self.running.is_some() {
            return Err(InputError::ConsoleBusy);
        }
        let command = Command::parse(&line, &stdin);
        let typed = desk.note_cause("", Event::CommandTyped { line });
        match command {
            Err(complaint) => {
                print(desk, typed, true, complaint.text);
                exit(desk, typed, complaint.code);
            }
            Ok(command) => {
                self.running = Some(Running { typed, command, stage: Stage::Starting, ticket: 0 });
                let delay = desk.dice.delay(times::KUBECTL_START);
                desk.after(delay, Timer::Console);
            }
        }
        Ok(())
    }

    /// The command goes on.
    pub fn on_timer(&mut self, desk: &mut Desk) {
        let Some(mut running) = self.running.take() else { return };
        self.n_tickets += 1;
        running.ticket = self.n_tickets;
        match running.stage.clone() {
            Stage::Starting => {
                running.stage = Stage::Asked;
                self.begin(desk, &mut running);
            }
            Stage::AwaitsEnd(key, uid) => {
                desk.look(Client::You, running.ticket, Ask::Get(key.clone()));
                running.stage = Stage::Looks(key, uid);
            }
            Stage::Draining(drain) => drain::look_again(desk, &running, &drain),
            Stage::Asked | Stage::Looks(..) => {}
        }
        self.running = Some(running);
    }

    /// An answer came.
    pub fn on_answer(
        &mut self,
        desk: &mut Desk,
        ticket: u64,
        request: Option<EntryId>,
        reply: Reply,
    ) {
        let Some(running) = self.running.take_if(|it| it.ticket == ticket) else { return };
        if let Some(request) = request {
            let (client, answer) = (Client::You, reply.answer.clone());
            desk.note_cause("", Event::RequestAnswered { request, client, answer });
        }
        self.running = match running.stage.clone() {
            Stage::Looks(key, uid) => still_there(desk, running, &key, &uid, &reply),
            Stage::Draining(drain) => drain::on_answer(desk, running, *drain, &reply),
            Stage::Starting | Stage::Asked | Stage::AwaitsEnd(..) => {
                self.first_answer(desk, running, &reply)
            }
        };
    }
}

/// Whether the object a command waits for is still there.
fn still_there(
    desk: &mut Desk,
    mut running: Running,
    key: &ObjectKey,
    uid: &Uid,
    reply: &Reply,
) -> Option<Running> {
    let same = reply.objects.first().is_some_and(|it| it.meta().uid == *uid);
    // While nobody answers, nothing is known.
    if same || reply.answer.status == 0 {
        running.stage = Stage::AwaitsEnd(key.clone(), uid.clone());
        desk.after(WAIT_POLL, Timer::Console);
        return Some(running);
    }
    exit(desk, running.typed, 0);
    None
}

/// Prints a line.
fn print(desk: &mut Desk, command: EntryId, stderr: bool, text: String) {
    desk.note("", Event::CommandPrinted { command, stderr, text });
}

/// Ends a command.
fn exit(desk: &mut Desk, command: EntryId, code: i32) {
    desk.note("", Event::CommandExited { command, code });
}

/// Prints a refusal as kubectl does, and ends the command
/// (`k8s.io/kubectl/pkg/cmd/util/helpers.go` `StandardErrorMessage`).
fn fail(desk: &mut Desk, command: EntryId, answer: &Answer) {
    print(desk, command, true, refusal_text(answer));
    exit(desk, command, 1);
}

fn refusal_text(answer: &Answer) -> String {
    let message = &answer.message;
    match answer.status {
        0 => format!(
            "The connection to the server {ADDRESS} was refused - did you specify the right host \
             or port?"
        ),
        422 => format!("The {message}"),
        400 => format!("Error from server (BadRequest): {message}"),
        403 => format!("Error from server (Forbidden): {message}"),
        404 => format!("Error from server (NotFound): {message}"),
        409 if message.contains("already exists") => {
            format!("Error from server (AlreadyExists): {message}")
        }
        409 => format!("Error from server (Conflict): {message}"),
        _ => format!("Error from server: {message}"),
    }
}
