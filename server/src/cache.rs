//! Things made on first demand and then kept: pages and posters. Their keys are few and fixed, so
//! nothing is ever thrown out.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// Made things by key.
pub struct Cache<K, V> {
    made: RwLock<BTreeMap<K, V>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { made: RwLock::default() }
    }
}

impl<K: Ord, V: Clone> Cache<K, V> {
    /// What is kept under `key`, made now when there is nothing.
    ///
    /// Two readers may come first at the same time: both make it, and the later is kept. That is
    /// cheaper than to let readers of other keys wait.
    ///
    /// # Errors
    /// When it cannot be made; nothing is kept then.
    pub fn get_or_make<E>(&self, key: K, make: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = made.get(&key) {
            return Ok(value.clone());
        }
        drop(made);
        let value = make(&key)?;
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_made_once_and_a_failure_is_not_kept() {
        let cache = Cache::default();
        assert_eq!(cache.get_or_make(1, |_| Err("no")), Err("no"));
        assert_eq!(cache.get_or_make(1, |key| Ok::<_, ()>(key * 2)), Ok(2));
        assert_eq!(cache.get_or_make(1, |_| Err("again")), Ok(2));
    }
}
