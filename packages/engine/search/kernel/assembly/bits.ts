// Bitmaps: one bit per item, in words of 64 items.

export function and(one: usize, other: usize, words: i32, out: usize): void {
  for (let at: usize = 0, end = (<usize>words) << 3; at < end; at += 16)
    v128.store(out + at, v128.and(v128.load(one + at), v128.load(other + at)));
}

export function or(one: usize, other: usize, words: i32, out: usize): void {
  for (let at: usize = 0, end = (<usize>words) << 3; at < end; at += 16)
    v128.store(out + at, v128.or(v128.load(one + at), v128.load(other + at)));
}

/** Counts up to 31 per item: five-bit numbers in five bitmaps, the lowest first. */
export function startCounting(counts: usize, words: i32, start: i32): void {
  const length = (<usize>words) << 3;
  for (let place: usize = 0; place < 5; place++)
    memory.fill(counts + place * length, ((start >> <i32>place) & 1) != 0 ? 0xff : 0, length);
}

export function countIn(bitmap: usize, words: i32, counts: usize): void {
  const length = (<usize>words) << 3;
  for (let at: usize = 0; at < length; at += 16) {
    let carry = v128.load(bitmap + at);
    for (let place = counts + at, end = place + 5 * length; place < end && v128.any_true(carry); place += length) {
      const before = v128.load(place);
      v128.store(place, v128.xor(before, carry));
      carry = v128.and(before, carry);
    }
  }
}

/** 1 if allowed (0 allows all): then it goes into `passed`; into `found` it goes anyway. 0 is nowhere. */
export function include(item: i32, allowed: usize, found: usize, passed: usize): i32 {
  const word = (<usize>(item >> 6)) << 3;
  const bit = (<u64>1) << (<u64>item & 63);
  if (found != 0) store<u64>(found + word, load<u64>(found + word) | bit);
  if (allowed != 0 && (load<u64>(allowed + word) & bit) == 0) return 0;
  if (passed != 0) store<u64>(passed + word, load<u64>(passed + word) | bit);
  return 1;
}

export function bitCount(bitmap: usize, words: i32): i32 {
  let count: i64 = 0;
  for (let word: i32 = 0; word < words; word++) count += popcnt<u64>(load<u64>(bitmap + ((<usize>word) << 3)));
  return <i32>count;
}

/** out = found & others & ~own. `others` may be 0 for all. */
export function missesOf(found: usize, own: usize, others: usize, words: i32, out: usize): i32 {
  let count: i64 = 0;
  for (let word: i32 = 0; word < words; word++) {
    const at = (<usize>word) << 3;
    const kept = others == 0 ? u64.MAX_VALUE : load<u64>(others + at);
    const bits = load<u64>(found + at) & kept & ~load<u64>(own + at);
    store<u64>(out + at, bits);
    count += popcnt<u64>(bits);
  }
  return <i32>count;
}

/** A bitmap of bytes that aren't 0, or with `isInverted` of those that are. */
export function pack(bytes: usize, words: i32, out: usize, isInverted: i32): void {
  const none = i8x16.splat(0);
  const flipped = isInverted != 0 ? 0xffff : 0;
  for (let at: usize = 0, end = (<usize>words) << 2; at < end; at++) {
    const bits = i8x16.bitmask(i8x16.ne(v128.load(bytes + (at << 4)), none));
    store<u16>(out + (at << 1), <u16>(bits ^ flipped));
  }
}

/** For each byte eight u16, of which `expand` uses the first. */
export function expandTable(out: usize): void {
  for (let byte: i32 = 0; byte < 256; byte++) {
    let to = out + ((<usize>byte) << 4);
    for (let bits = byte; bits != 0; bits &= bits - 1) {
      store<u16>(to, <u16>ctz<i32>(bits));
      to += 2;
    }
  }
}

/** Item numbers (u16) in order, and up to 16 bytes more. Byte by byte, as the next bit can't be predicted. */
export function expand(bitmap: usize, words: i32, table: usize, out: usize): i32 {
  let to = out;
  for (let word: i32 = 0; word < words; word++) {
    let bits = load<u64>(bitmap + ((<usize>word) << 3));
    let first = <i16>(word << 6);
    for (; bits != 0; bits >>= 8) {
      const byte = <usize>(bits & 0xff);
      v128.store(to, i16x8.add(v128.load(table + (byte << 4)), i16x8.splat(first)));
      to += (<usize>popcnt<u32>(<u32>byte)) << 1;
      first += 8;
    }
  }
  return <i32>((to - out) >> 1);
}
