// Look-up by index: a bitmap of a list's items, and per word of it the number of items before (u16).

/** Without impact 0, which is no match. */
export function mark(docs: usize, impacts: usize, count: i32, bitmap: usize): void {
  for (let at: i32 = 0; at < count; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const word = bitmap + ((doc >> 6) << 3);
    const bit = <u64>(load<u8>(impacts + <usize>at) != 0 ? 1 : 0);
    store<u64>(word, load<u64>(word) | (bit << (<u64>doc & 63)));
  }
}

/** Also counts the postings with at least each impact (256 u32). All is 0 at first. */
export function indexList(
  docs: usize,
  impacts: usize,
  count: i32,
  words: i32,
  bitmap: usize,
  before: usize,
  atLeast: usize,
): void {
  for (let at: i32 = 0; at < count; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const word = bitmap + ((doc >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>doc & 63)));
    const counted = atLeast + ((<usize>load<u8>(impacts + <usize>at)) << 2);
    store<u32>(counted, load<u32>(counted) + 1);
  }
  for (let impact: i32 = 254; impact >= 0; impact--) {
    const counted = atLeast + ((<usize>impact) << 2);
    store<u32>(counted, load<u32>(counted) + load<u32>(counted, 4));
  }
  let sum: u32 = 0;
  for (let word: usize = 0; word < <usize>words; word++) {
    store<u16>(before + (word << 1), <u16>sum);
    sum += <u32>popcnt<u64>(load<u64>(bitmap + (word << 3)));
  }
}

/** Pending items among the 16 postings at `at` that `bits` names. */
function takePending(docs: usize, at: i32, bits: i32, pending: usize, out: usize): usize {
  for (; bits != 0; bits &= bits - 1) {
    const doc = <usize>load<u16>(docs + ((<usize>(at + ctz<i32>(bits))) << 1));
    const word = pending + ((doc >> 6) << 3);
    const bit = (<u64>1) << (<u64>doc & 63);
    const before = load<u64>(word);
    if ((before & bit) == 0) continue;
    store<u64>(word, before & ~bit);
    store<u16>(out, <u16>doc);
    out += 2;
  }
  return out;
}

/** Moves items with at least such an impact from the bitmap `pending` to `out` (u16). */
export function takeStrong(docs: usize, impacts: usize, count: i32, least: i32, pending: usize, out: usize): i32 {
  const limit = i8x16.splat(<i8>least);
  let to = out;
  let at: i32 = 0;
  for (const end = count & ~15; at < end; at += 16)
    to = takePending(docs, at, i8x16.bitmask(i8x16.ge_u(v128.load(impacts + <usize>at), limit)), pending, to);
  for (; at < count; at++) to = takePending(docs, at, <i32>load<u8>(impacts + <usize>at) >= least ? 1 : 0, pending, to);
  return <i32>((to - out) >> 1);
}

/** Like `addBest`, for wanted items only. */
export function addIndexed(
  wanted: usize,
  wantedCount: i32,
  bitmap: usize,
  before: usize,
  impacts: usize,
  table: usize,
  scores: usize,
  best: usize,
): void {
  for (let at: i32 = 0; at < wantedCount; at++) {
    const doc = <usize>load<u16>(wanted + ((<usize>at) << 1));
    const bits = load<u64>(bitmap + ((doc >> 6) << 3));
    const bit = (<u64>1) << (<u64>doc & 63);
    if ((bits & bit) == 0) continue;
    const posting = <usize>load<u16>(before + ((doc >> 6) << 1)) + <usize>popcnt<u64>(bits & (bit - 1));
    addOne(doc << 2, <usize>load<u8>(impacts + posting), table, scores, best);
  }
}

/** By binary search, for a list without index. */
export function addSought(
  wanted: usize,
  wantedCount: i32,
  docs: usize,
  impacts: usize,
  count: i32,
  table: usize,
  scores: usize,
  best: usize,
): void {
  for (let at: i32 = 0; at < wantedCount; at++) {
    const doc = load<u16>(wanted + ((<usize>at) << 1));
    let low: i32 = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<u16>(docs + ((<usize>middle) << 1)) < doc) low = middle + 1;
      else high = middle;
    }
    if (low < count && load<u16>(docs + ((<usize>low) << 1)) == doc)
      addOne((<usize>doc) << 2, <usize>load<u8>(impacts + <usize>low), table, scores, best);
  }
}

function addOne(item: usize, impact: usize, table: usize, scores: usize, best: usize): void {
  const known = load<i32>(best + item);
  const now = max<i32>(known, load<i32>(table + (impact << 2)));
  store<i32>(best + item, now);
  store<i32>(scores + item, load<i32>(scores + item) + now - known);
}
