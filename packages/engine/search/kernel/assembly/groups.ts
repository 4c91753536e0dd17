// Matches of groups: items of one group stand together in an order of their own, in which a bitmap says who matches.

/** Adds items (u16) of a segment to a set of places in the order of groups; `placeOf` says where each item of the segment stands (u32). */
export function addPlaces(docs: usize, count: i32, placeOf: usize, places: usize): void {
  for (let at: i32 = 0; at < count; at++) {
    const place = load<u32>(placeOf + ((<usize>load<u16>(docs + ((<usize>at) << 1))) << 2));
    const word = places + ((<usize>(place >> 6)) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>place & 63)));
  }
}

/**
 * Writes the item and the group of each place in the set (u32 each), in order; `items` and `groups` say them of all places. Answers how many
 * there are; of how many groups they are is the i32 at `groupCount`.
 */
export function expandPlaces(
  places: usize,
  words: i32,
  items: usize,
  groups: usize,
  outItems: usize,
  outGroups: usize,
  groupCount: usize,
): i32 {
  let count: usize = 0;
  let different: i32 = 0;
  let before: u32 = u32.MAX_VALUE;
  for (let word: i32 = 0; word < words; word++) {
    for (let bits = load<u64>(places + ((<usize>word) << 3)); bits != 0; bits &= bits - 1) {
      const place = ((<usize>word) << 6) + <usize>ctz<u64>(bits);
      const group = load<u32>(groups + (place << 2));
      store<u32>(outItems + (count << 2), load<u32>(items + (place << 2)));
      store<u32>(outGroups + (count << 2), group);
      count++;
      different += group != before ? 1 : 0;
      before = group;
    }
  }
  store<i32>(groupCount, different);
  return <i32>count;
}

/** Counts a value for a group that doesn't have it yet. Answers how many different values are counted by now. */
function tally(value: usize, group: u32, tallies: usize, counted: usize, length: i32): i32 {
  const at = tallies + (value << 3);
  const before = load<u64>(at);
  // Without a branch: which values a group has already can't be foreseen.
  const isNew = <u64>(<u32>(before >> 32) != group);
  store<u64>(at, ((<u64>group) << 32) | ((before & 0xffffffff) + isNew));
  store<u32>(counted + ((<usize>length) << 2), <u32>value);
  return length + <i32>(<u32>before == 0);
}

function ordinalAt(ordinals: usize, at: usize, isNarrow: bool): u32 {
  return isNarrow ? <u32>load<u16>(ordinals + (at << 1)) : load<u32>(ordinals + (at << 2));
}

/**
 * Counts in how many groups each value is. Items say their segment in their upper half, and groups are in order. `columns` has four u32 for
 * each segment: addresses of ordinals, of starts (0 where items have one value at most: then ordinals are one higher), and of the places
 * of ordinals among all values, and 1 where ordinals are u16. `tallies` (u64 per value) have the group that counted it last, plus 1, in
 * their upper half, and the count in the lower; they are all 0 before and after. Writes the values that have counts to `counted` (u32), and
 * their counts to `counts` (i32). Answers how many values these are.
 */
export function tallyGroups(
  items: usize,
  groups: usize,
  count: i32,
  columns: usize,
  tallies: usize,
  counts: usize,
  counted: usize,
): i32 {
  let at: usize = 0;
  let length: i32 = 0;
  while (at < <usize>count) {
    // Items of a group mostly stand in one segment, and so do groups next to each other.
    const segment = load<u32>(items + (at << 2)) >> 16;
    const column = columns + ((<usize>segment) << 4);
    const ordinals = <usize>load<u32>(column);
    const starts = <usize>load<u32>(column, 4);
    const places = <usize>load<u32>(column, 8);
    const isNarrow = load<u32>(column, 12) != 0;
    if (starts == 0 && isNarrow) {
      for (; at < <usize>count; at++) {
        const item = load<u32>(items + (at << 2));
        if (item >> 16 != segment) break;
        const ordinal = <u32>load<u16>(ordinals + ((<usize>(item & 0xffff)) << 1));
        if (ordinal == 0) continue;
        const group = load<u32>(groups + (at << 2)) + 1;
        length = tally(<usize>load<u32>(places + ((<usize>(ordinal - 1)) << 2)), group, tallies, counted, length);
      }
      continue;
    }
    for (; at < <usize>count; at++) {
      const item = load<u32>(items + (at << 2));
      if (item >> 16 != segment) break;
      const group = load<u32>(groups + (at << 2)) + 1;
      const doc = <usize>(item & 0xffff);
      if (starts == 0) {
        const ordinal = ordinalAt(ordinals, doc, isNarrow);
        if (ordinal == 0) continue;
        length = tally(<usize>load<u32>(places + ((<usize>(ordinal - 1)) << 2)), group, tallies, counted, length);
        continue;
      }
      const end = <usize>load<u32>(starts + (doc << 2), 4);
      for (let one = <usize>load<u32>(starts + (doc << 2)); one < end; one++) {
        const ordinal = ordinalAt(ordinals, one, isNarrow);
        length = tally(<usize>load<u32>(places + ((<usize>ordinal) << 2)), group, tallies, counted, length);
      }
    }
  }
  for (let one: i32 = 0; one < length; one++) {
    const value = <usize>load<u32>(counted + ((<usize>one) << 2));
    store<u32>(counts + (value << 2), load<u32>(tallies + (value << 3)));
    store<u64>(tallies + (value << 3), 0);
  }
  return length;
}
