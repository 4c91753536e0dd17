// `counts` (i32 per place) is all 0 before the first list; `counted` (u32) has every place with a count once. `places` maps ordinals.

/** Single values: ordinal + 1 each, 0 for none. Returns the number of counted places. */
function tallySingles<Ordinal extends number>(
  docs: usize,
  length: i32,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  let to = counted + ((<usize>countedLength) << 2);
  for (let at: i32 = 0; at < length; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const ordinal = <u32>load<Ordinal>(ordinals + doc * sizeof<Ordinal>());
    // Without a branch: whether an item has a value, and whether it is the first with it, can't be guessed.
    const has: u32 = ordinal != 0 ? 1 : 0;
    const place = load<u32>(places + ((<usize>(ordinal - has)) << 2));
    const count = counts + ((<usize>place) << 2);
    const before = load<u32>(count);
    store<u32>(count, before + has);
    store<u32>(to, place);
    to += <usize>(before == 0 ? has << 2 : 0);
  }
  return <i32>((to - counted) >> 2);
}

/** Values of an item are at starts[item] to starts[item + 1]. */
function tallyLists<Ordinal extends number>(
  docs: usize,
  length: i32,
  starts: usize,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  let to = counted + ((<usize>countedLength) << 2);
  for (let at: i32 = 0; at < length; at++) {
    const start = starts + ((<usize>load<u16>(docs + ((<usize>at) << 1))) << 2);
    const end = <usize>load<u32>(start, 4);
    for (let own = <usize>load<u32>(start); own < end; own++) {
      const place = load<u32>(places + ((<usize>load<Ordinal>(ordinals + own * sizeof<Ordinal>())) << 2));
      const count = counts + ((<usize>place) << 2);
      const before = load<u32>(count);
      store<u32>(count, before + 1);
      store<u32>(to, place);
      to += before == 0 ? 4 : 0;
    }
  }
  return <i32>((to - counted) >> 2);
}

export function tallySingles16(
  docs: usize,
  length: i32,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  return tallySingles<u16>(docs, length, ordinals, places, counts, counted, countedLength);
}

export function tallySingles32(
  docs: usize,
  length: i32,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  return tallySingles<u32>(docs, length, ordinals, places, counts, counted, countedLength);
}

export function tallyLists16(
  docs: usize,
  length: i32,
  starts: usize,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  return tallyLists<u16>(docs, length, starts, ordinals, places, counts, counted, countedLength);
}

export function tallyLists32(
  docs: usize,
  length: i32,
  starts: usize,
  ordinals: usize,
  places: usize,
  counts: usize,
  counted: usize,
  countedLength: i32,
): i32 {
  return tallyLists<u32>(docs, length, starts, ordinals, places, counts, counted, countedLength);
}

/** By the segment's own ordinals (u16), 0 included; `merge` maps them to places. */
export function countSingles(docs: usize, length: i32, ordinals: usize, own: usize): void {
  let at: i32 = 0;
  for (const end = length & ~3; at < end; at += 4) {
    const four = load<u64>(docs + ((<usize>at) << 1));
    const first = own + ((<usize>load<u16>(ordinals + <usize>(four & 0xffff) * sizeof<u16>())) << 2);
    const second = own + ((<usize>load<u16>(ordinals + <usize>((four >> 16) & 0xffff) * sizeof<u16>())) << 2);
    const third = own + ((<usize>load<u16>(ordinals + <usize>((four >> 32) & 0xffff) * sizeof<u16>())) << 2);
    const fourth = own + ((<usize>load<u16>(ordinals + <usize>(four >> 48) * sizeof<u16>())) << 2);
    store<u32>(first, load<u32>(first) + 1);
    store<u32>(second, load<u32>(second) + 1);
    store<u32>(third, load<u32>(third) + 1);
    store<u32>(fourth, load<u32>(fourth) + 1);
  }
  for (; at < length; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const count = own + ((<usize>load<u16>(ordinals + doc * sizeof<u16>())) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
}

export function countLists(docs: usize, length: i32, starts: usize, ordinals: usize, own: usize): void {
  for (let at: i32 = 0; at < length; at++) {
    const start = starts + ((<usize>load<u16>(docs + ((<usize>at) << 1))) << 2);
    const end = ordinals + <usize>load<u32>(start, 4) * sizeof<u16>();
    for (let value = ordinals + <usize>load<u32>(start) * sizeof<u16>(); value < end; value += sizeof<u16>()) {
      const count = own + ((<usize>load<u16>(value)) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
  }
}

/** Adds own counts to those by place, and clears them. */
export function merge(own: usize, valueCount: i32, places: usize, counts: usize, counted: usize, countedLength: i32): i32 {
  let to = counted + ((<usize>countedLength) << 2);
  for (let ordinal: i32 = 0; ordinal < valueCount; ordinal++) {
    const at = (<usize>ordinal) << 2;
    const added = load<u32>(own + at);
    if (added == 0) continue;
    store<u32>(own + at, 0);
    const place = load<u32>(places + at);
    const count = counts + ((<usize>place) << 2);
    const before = load<u32>(count);
    store<u32>(count, before + added);
    store<u32>(to, place);
    to += before == 0 ? 4 : 0;
  }
  return <i32>((to - counted) >> 2);
}

/** The `limit` most frequent places, of equal ones the lower first, as u32 pairs in `out`; lowest and highest place at `bounds`. */
export function pick(counted: usize, length: i32, counts: usize, limit: i32, out: usize, bounds: usize): i32 {
  let picked: i32 = 0;
  let least: u32 = 0;
  let lowest: u32 = u32.MAX_VALUE;
  let highest: u32 = 0;
  for (let at: i32 = 0; at < length; at++) {
    const place = load<u32>(counted + ((<usize>at) << 2));
    const count = load<u32>(counts + ((<usize>place) << 2));
    lowest = min<u32>(lowest, place);
    highest = max<u32>(highest, place);
    if (count < least || limit == 0) continue;
    const isFull = picked == limit;
    if (isFull && count == least && place > load<u32>(out + ((<usize>(limit - 1)) << 3))) continue;
    let to = isFull ? picked - 1 : picked++;
    for (; to > 0; to--) {
      const above = out + ((<usize>(to - 1)) << 3);
      const aboveCount = load<u32>(above, 4);
      if (aboveCount > count || (aboveCount == count && load<u32>(above) < place)) break;
      store<u64>(above, load<u64>(above), 8);
    }
    store<u32>(out + ((<usize>to) << 3), place);
    store<u32>(out + ((<usize>to) << 3), count, 4);
    if (picked == limit) least = load<u32>(out + ((<usize>(limit - 1)) << 3), 4);
  }
  store<u32>(bounds, lowest);
  store<u32>(bounds, highest, 4);
  return picked;
}

export function clear(counted: usize, length: i32, counts: usize): void {
  for (let at: i32 = 0; at < length; at++) store<u32>(counts + ((<usize>load<u32>(counted + ((<usize>at) << 2))) << 2), 0);
}
