//! A map as a sorted list of pairs.
//!
//! A page folds views too, and the standard library's tree makes ten kilobytes of code for each
//! pair of types in it. A view has thousands of things at most, and they come almost in order.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A map whose pairs lie in the order of their keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Map<K, V> {
    pairs: Vec<(K, V)>,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self { pairs: Vec::new() }
    }
}

impl<K: Ord, V> Map<K, V> {
    /// A map without pairs.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// How many pairs there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no pair.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &self.pairs[place].1)
    }

    /// The value of a key, to change.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &mut self.pairs[place].1)
    }

    /// Whether there is a value of this key.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Puts a value under a key, and gives back the one that was there.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.pairs[place].1, value)),
            Err(place) => {
                self.pairs.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, made if there is none.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.pairs.insert(place, (key, value()));
                place
            }
        };
        &mut self.pairs[place].1
    }

    /// Takes the value of a key away.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.pairs.remove(place).1)
    }

    /// Takes every pair away.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.pairs.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.pairs.iter().map(|(_, value)| value)
    }

    /// The values, in the order of their keys, to change.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.pairs.iter_mut().map(|(_, value)| value)
    }

    /// The pairs, in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.pairs.iter().map(|(key, value)| (key, value))
    }

    /// The pairs, in the order of their keys, to change the values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> {
        self.pairs.iter_mut().map(|(key, value)| (&*key, value))
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.pairs.binary_search_by(|(it, _)| it.borrow().cmp(key))
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        for (key, value) in pairs {
            map.insert(key, value);
        }
        map
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    /// # Panics
    /// When there is no such key.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is in the map")
    }
}

/// What the engine keeps in a tree is shown as a map.
impl<K: Ord, V> From<BTreeMap<K, V>> for Map<K, V> {
    fn from(tree: BTreeMap<K, V>) -> Self {
        Self { pairs: tree.into_iter().collect() }
    }
}

/// In the order of its keys, as an object.
impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self)
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Map<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(from).map(Into::into)
    }
}

/// Walks the pairs of a map.
type Pairs<'a, K, V> =
    std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

/// Walks the pairs of a map, to change the values.
type PairsMut<'a, K, V> =
    std::iter::Map<std::slice::IterMut<'a, (K, V)>, fn(&'a mut (K, V)) -> (&'a K, &'a mut V)>;

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Pairs<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.iter().map(|(key, value)| (key, value))
    }
}

impl<'a, K, V> IntoIterator for &'a mut Map<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = PairsMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.iter_mut().map(|(key, value)| (&*key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+a` puts the letter in, `-a` takes it out; what is left is what a tree would hold.
    #[track_caller]
    fn check(moves: &str) {
        let (mut map, mut tree) = (Map::new(), BTreeMap::new());
        for (n, it) in moves.split(' ').enumerate() {
            let (sign, key) = it.split_at(1);
            if sign == "+" {
                assert_eq!(map.insert(key.to_owned(), n), tree.insert(key.to_owned(), n));
            } else {
                assert_eq!(map.remove(key), tree.remove(key));
            }
            assert!(map.iter().eq(tree.iter()), "{moves}");
            assert_eq!(map.get(key), tree.get(key));
        }
    }

    #[test]
    fn pairs_lie_in_the_order_of_their_keys_whatever_the_order_they_came_in() {
        check("+b +a +c -a +d +a");
        check("+c +b +a -b -x -c -a");
    }

    #[test]
    fn a_key_has_one_value_the_last() {
        check("+a +a +b +a -a -a");
        let map: Map<&str, u8> = [("a", 1), ("b", 2), ("a", 3)].into_iter().collect();
        assert_eq!((map.get("a"), map.len()), (Some(&3), 2));
    }
}
