//! Who may do what in a room.

use super::tab::TabId;
use crate::live::TokenHash;
use crate::live::id::Token;

/// Whose tokens are good, as hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    driver: TokenHash,
    tab: Option<TabId>,
    remote: Option<TokenHash>,
    offer: Option<(TokenHash, u64)>,
}

/// What somebody who has a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Everything: this tab drives.
    Drives,
    /// Everything, once this tab has said that it drives: none has yet.
    Unclaimed,
    /// Nothing but to read and to take over: another tab drives.
    OtherTab,
    /// Read, and move what is on stage.
    Remote,
    /// Take control for good: it was offered to them.
    Offered,
}

/// Somebody who sent a token.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The token.
    pub token: Token,
    /// From which tab.
    pub tab: Option<TabId>,
}

impl Rights {
    /// All is one token's.
    #[must_use]
    pub const fn of(driver: TokenHash) -> Self {
        Self { driver, tab: None, remote: None, offer: None }
    }

    /// This tab drives from here on.
    pub fn drive_from(&mut self, tab: TabId) {
        self.tab = Some(tab);
    }

    /// Control is offered until a moment, in milliseconds since 1970. No earlier offer holds.
    pub fn offer(&mut self, token: TokenHash, until: u64) {
        self.offer = Some((token, until));
    }

    /// The offer was taken: no token from before is good any more.
    pub fn hand_over(&mut self, driver: TokenHash, tab: TabId) {
        *self = Self { tab: Some(tab), ..Self::of(driver) };
    }

    /// There is a remote control. No earlier one is good any more.
    pub fn allow_remote(&mut self, token: TokenHash) {
        self.remote = Some(token);
    }

    /// The tab that drives.
    #[must_use]
    pub const fn tab(&self) -> Option<&TabId> {
        self.tab.as_ref()
    }

    /// What somebody may do at a moment, in milliseconds since 1970; `None` for nothing.
    #[must_use]
    pub fn standing(&self, caller: &Caller, wall: u64) -> Option<Standing> {
        let Caller { token, tab } = caller;
        // All are compared, whichever is right: how long it takes says nothing.
        let drives = token.opens(&self.driver);
        let remote = self.remote.as_ref().is_some_and(|it| token.opens(it));
        let offered = self.offer.as_ref().map(|(it, until)| token.opens(it) && wall < *until);
        if drives {
            return Some(match &self.tab {
                None => Standing::Unclaimed,
                Some(driving) if tab.as_ref() == Some(driving) => Standing::Drives,
                Some(_) => Standing::OtherTab,
            });
        }
        let offered = offered.unwrap_or_default().then_some(Standing::Offered);
        remote.then_some(Standing::Remote).or(offered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(name: &str) -> TabId {
        name.parse().unwrap()
    }

    /// What a token may do from a tab at 5 s.
    #[track_caller]
    fn check(rights: &Rights, token: &Token, from: &str, wanted: Option<Standing>) {
        let caller = Caller { token: token.clone(), tab: Some(tab(from)) };
        assert_eq!(rights.standing(&caller, 5_000), wanted);
    }

    #[test]
    fn one_tab_drives_and_another_must_take_over() {
        let token = Token::random();
        let mut rights = Rights::of(token.hash());
        check(&rights, &token, "a", Some(Standing::Unclaimed));
        rights.drive_from(tab("a"));
        check(&rights, &token, "a", Some(Standing::Drives));
        check(&rights, &token, "b", Some(Standing::OtherTab));
        rights.drive_from(tab("b"));
        check(&rights, &token, "b", Some(Standing::Drives));
        check(&rights, &token, "a", Some(Standing::OtherTab));
        check(&rights, &Token::random(), "b", None);
        check(&rights, &Token::sent(""), "b", None);
        let nameless = Caller { token, tab: None };
        assert_eq!(rights.standing(&nameless, 0), Some(Standing::OtherTab));
    }

    #[test]
    fn after_a_hand_over_no_token_from_before_is_good() {
        let [first, offered, second, remote] = [(); 4].map(|()| Token::random());
        let mut rights = Rights::of(first.hash());
        rights.drive_from(tab("a"));
        rights.allow_remote(remote.hash());
        rights.offer(offered.hash(), 6_000);
        check(&rights, &remote, "phone", Some(Standing::Remote));
        check(&rights, &offered, "b", Some(Standing::Offered));
        check(&rights, &first, "a", Some(Standing::Drives));
        rights.hand_over(second.hash(), tab("b"));
        check(&rights, &second, "b", Some(Standing::Drives));
        for token in [&first, &offered, &remote] {
            check(&rights, token, "a", None);
            check(&rights, token, "b", None);
        }
    }

    #[test]
    fn an_offer_is_good_for_a_while_and_a_newer_one_takes_its_place() {
        let (one, two) = (Token::random(), Token::random());
        let mut rights = Rights::of(Token::random().hash());
        rights.offer(one.hash(), 5_000);
        check(&rights, &one, "b", None);
        rights.offer(one.hash(), 5_001);
        check(&rights, &one, "b", Some(Standing::Offered));
        rights.offer(two.hash(), 9_000);
        check(&rights, &one, "b", None);
        check(&rights, &two, "b", Some(Standing::Offered));
    }
}
