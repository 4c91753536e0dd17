// Items of a group are contiguous in an order of their own; a bitmap of places says which match.

/** `placeOf` maps items (u16) of the segment to places (u32). */
export function addPlaces(docs: usize, count: i32, placeOf: usize, places: usize): void {
  for (let at: i32 = 0; at < count; at++) {
    const place = load<u32>(placeOf + ((<usize>load<u16>(docs + ((<usize>at) << 1))) << 2));
    const word = places + ((<usize>(place >> 6)) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>place & 63)));
  }
}

/** Item and group (u32 each) of each place in the set; the number of groups at `groupCount`. */
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

/** Counts a value once per group. */
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
 * Counts groups per value. `columns` has four u32 per segment: addresses of ordinals, starts (0 for single values) and places, and 1 if
 * ordinals are u16. `tallies` (u64 per value, 0 before and after): last group + 1 in the upper half, count in the lower.
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
    // Neighbouring groups are mostly in one segment.
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
