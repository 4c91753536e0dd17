// Reads scores once: matches, their number, and candidates for the best.

/** i32 length, i32 size, then a heap of 16 bytes each, the last first: rank (f64), score (i32). Lower ranks win ties. */
const heapHeader: usize = 8;
const heapScore: usize = 8;

function isFull(heap: usize): bool {
  return load<i32>(heap) == load<i32>(heap, 4);
}

/** 0 while there are fewer than wanted. */
function leastOf(heap: usize): i32 {
  return isFull(heap) ? load<i32>(heap, heapHeader + heapScore) : 0;
}

/** Whether it comes before one of the best. */
function isBefore(score: i32, rank: f64, other: usize): bool {
  const own = load<i32>(other, heapScore);
  return score > own || (score == own && rank < load<f64>(other));
}

function put(at: usize, score: i32, rank: f64): void {
  store<f64>(at, rank);
  store<i32>(at, score, heapScore);
}

function isWanted(heap: usize, score: i32, rank: f64): bool {
  return !isFull(heap) || isBefore(score, rank, heap + heapHeader);
}

/** Returns the least of the best scores. */
function offer(heap: usize, score: i32, rank: f64): i32 {
  const best = heap + heapHeader;
  let length = load<i32>(heap);
  let at = 0;
  if (length < load<i32>(heap, 4)) {
    at = length++;
    store<i32>(heap, length);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = best + ((<usize>parent) << 4);
      if (isBefore(score, rank, above)) break;
      v128.store(best + ((<usize>at) << 4), v128.load(above));
      at = parent;
    }
  } else {
    for (;;) {
      let child = at * 2 + 1;
      if (child >= length) break;
      let below = best + ((<usize>child) << 4);
      if (child + 1 < length && isBefore(load<i32>(below, heapScore), load<f64>(below), below + 16)) {
        child++;
        below += 16;
      }
      if (!isBefore(score, rank, below)) break;
      v128.store(best + ((<usize>at) << 4), v128.load(below));
      at = child;
    }
  }
  put(best + ((<usize>at) << 4), score, rank);
  return leastOf(heap);
}

/** A bit for each of 16 scores that isn't 0. */
function scored(scores: usize): u64 {
  const none = i32x4.splat(0);
  const low = i16x8.narrow_i32x4_s(i32x4.ne(v128.load(scores), none), i32x4.ne(v128.load(scores, 16), none));
  const high = i16x8.narrow_i32x4_s(i32x4.ne(v128.load(scores, 32), none), i32x4.ne(v128.load(scores, 48), none));
  return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)) & 0xffff);
}

/** A bit for each of 16 scores that is at least as high. */
function high(scores: usize, least: v128): u64 {
  const low = i16x8.narrow_i32x4_s(i32x4.ge_s(v128.load(scores), least), i32x4.ge_s(v128.load(scores, 16), least));
  const upper = i16x8.narrow_i32x4_s(i32x4.ge_s(v128.load(scores, 32), least), i32x4.ge_s(v128.load(scores, 48), least));
  return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, upper)) & 0xffff);
}

/** A bit for each of 16 masks that has enough bits. */
function marked(masks: usize, required: v128): u64 {
  const low = i16x8.ge_s(i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.load(masks))), required);
  const upper = i16x8.ge_s(i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.load(masks, 16))), required);
  return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, upper)) & 0xffff);
}

/** Writes bitmaps like `scan` and keeps scores and masks. */
export function matched(
  scores: usize,
  masks: usize,
  words: i32,
  required: i32,
  allowed: usize,
  found: usize,
  passed: usize,
): i32 {
  const enough = i16x8.splat(<i16>required);
  let count: i64 = 0;
  for (let word: usize = 0; word < <usize>words; word++) {
    let bits: u64 = 0;
    for (let sixteen: usize = word << 2, shift: u64 = 0; shift < 64; sixteen++, shift += 16)
      bits |= (required == 0 ? scored(scores + (sixteen << 6)) : marked(masks + (sixteen << 5), enough)) << shift;
    if (found != 0) store<u64>(found + (word << 3), bits);
    if (allowed != 0) bits &= load<u64>(allowed + (word << 3));
    store<u64>(passed + (word << 3), bits);
    count += popcnt<u64>(bits);
  }
  return <i32>count;
}

/**
 * Matches go to `found`, allowed ones also to `passed` (0 is nowhere, `allowed` 0 is all), candidates for the best to `out` as item,
 * score, mask (i32). `required` 0: any score matches, no masks; else so many bits of a mask. `slack` is what phrases may add; with 0 the
 * rank (f64) decides ties. Clears scores and masks; the number of passed items is at `total`.
 */
export function scan(
  scores: usize,
  masks: usize,
  words: i32,
  required: i32,
  allowed: usize,
  found: usize,
  passed: usize,
  heap: usize,
  slack: i32,
  ranks: usize,
  out: usize,
  total: usize,
): i32 {
  const enough = i16x8.splat(<i16>required);
  let count: i64 = 0;
  let to = out;
  let least = leastOf(heap);
  // A match scores at least 1: what scores 0 is never looked at one by one.
  let wanted = i32x4.splat(max<i32>(1, least - slack));
  for (let word: i32 = 0; word < words; word++) {
    const own = scores + ((<usize>word) << 8);
    const ownMasks = masks + ((<usize>word) << 7);
    let bits: u64;
    if (required == 0) bits = scored(own) | (scored(own + 64) << 16) | (scored(own + 128) << 32) | (scored(own + 192) << 48);
    else
      bits =
        marked(ownMasks, enough) |
        (marked(ownMasks + 32, enough) << 16) |
        (marked(ownMasks + 64, enough) << 32) |
        (marked(ownMasks + 96, enough) << 48);
    if (found != 0) store<u64>(found + ((<usize>word) << 3), bits);
    if (allowed != 0) bits &= load<u64>(allowed + ((<usize>word) << 3));
    if (passed != 0) store<u64>(passed + ((<usize>word) << 3), bits);
    if (bits == 0) continue;
    count += popcnt<u64>(bits);
    let candidates =
      bits &
      (high(own, wanted) | (high(own + 64, wanted) << 16) | (high(own + 128, wanted) << 32) | (high(own + 192, wanted) << 48));
    for (; candidates != 0; candidates &= candidates - 1) {
      const place = <usize>ctz<u64>(candidates);
      const score = load<i32>(own + (place << 2));
      if (score < least - slack) continue;
      const doc = <usize>(word << 6) + place;
      const rank = load<f64>(ranks + (doc << 3));
      const isBest = isWanted(heap, score, rank);
      if (slack == 0 && !isBest) continue;
      store<i32>(to, <i32>doc);
      store<i32>(to, score, 4);
      store<i32>(to, required == 0 ? 0 : <i32>load<u16>(ownMasks + (place << 1)), 8);
      to += 12;
      if (!isBest) continue;
      least = offer(heap, score, rank);
      wanted = i32x4.splat(max<i32>(1, least - slack));
    }
  }
  memory.fill(scores, 0, (<usize>words) << 8);
  if (required != 0) memory.fill(masks, 0, (<usize>words) << 7);
  store<i32>(total, <i32>count);
  return <i32>((to - out) / 12);
}

/** Like `scan`, by the items of one list. Bitmaps are empty before the first list; `total` grows. */
export function gather(
  docs: usize,
  length: i32,
  scores: usize,
  masks: usize,
  required: i32,
  allowed: usize,
  found: usize,
  passed: usize,
  heap: usize,
  slack: i32,
  ranks: usize,
  out: usize,
  total: usize,
): i32 {
  let count: i32 = 0;
  let to = out;
  let least = leastOf(heap);
  for (let at: i32 = 0; at < length; at++) {
    const doc = <usize>load<u16>(docs + ((<usize>at) << 1));
    const own = scores + (doc << 2);
    const score = load<i32>(own);
    if (score == 0) continue;
    store<i32>(own, 0);
    let mask: i32 = 0;
    if (required != 0) {
      mask = <i32>load<u16>(masks + (doc << 1));
      store<u16>(masks + (doc << 1), 0);
      if (popcnt<i32>(mask) < required) continue;
    }
    const word = (doc >> 6) << 3;
    const bit = (<u64>1) << (<u64>doc & 63);
    if (found != 0) store<u64>(found + word, load<u64>(found + word) | bit);
    if (allowed != 0 && (load<u64>(allowed + word) & bit) == 0) continue;
    if (passed != 0) store<u64>(passed + word, load<u64>(passed + word) | bit);
    count++;
    if (score < least - slack) continue;
    const rank = load<f64>(ranks + (doc << 3));
    const isBest = isWanted(heap, score, rank);
    if (slack == 0 && !isBest) continue;
    store<i32>(to, <i32>doc);
    store<i32>(to, score, 4);
    store<i32>(to, mask, 8);
    to += 12;
    if (isBest) least = offer(heap, score, rank);
  }
  store<i32>(total, load<i32>(total) + count);
  return <i32>((to - out) / 12);
}
