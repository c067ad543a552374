//! How processes speak to one another over Redis.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::broadcast;

use super::{Inner, Redis};
use crate::live::id::LiveId;
use crate::live::store::{PRESENCE, StoreError, Talk};

impl Inner {
    async fn presence(
        &self,
        id: &LiveId,
        process: &str,
        said: String,
    ) -> Result<Vec<String>, StoreError> {
        let now = self.clock.now();
        let said = (!said.is_empty()).then(|| format!("{now} {said}"));
        let all = self.answer(self.linked()?.presence(id, process, said).await)?;
        let oldest = now.saturating_sub(u64::try_from(PRESENCE.as_millis()).unwrap_or_default());
        let fresh = all.iter().filter_map(|it| {
            let (at, said) = it.split_once(' ')?;
            (at.parse::<u64>().ok()? >= oldest).then(|| said.to_owned())
        });
        Ok(fresh.collect())
    }

    async fn tell(&self, id: &LiveId, said: String) -> Result<(), StoreError> {
        self.answer(self.linked()?.tell(id, &said).await)
    }
}

impl Talk for Redis {
    fn presence<'a>(
        &'a self,
        id: &'a LiveId,
        process: &'a str,
        said: String,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.0.presence(id, process, said).boxed()
    }

    fn tell<'a>(&'a self, id: &'a LiveId, said: String) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.tell(id, said).boxed()
    }

    fn listen(&self, id: &LiveId) -> broadcast::Receiver<String> {
        self.0.copies.listen(id)
    }
}
