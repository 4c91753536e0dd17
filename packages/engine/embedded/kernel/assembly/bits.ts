// Sets of a segment's items as bitmaps: one bit per item, in `words` words of 64 items.

/** out = one & other. */
export function and(one: usize, other: usize, words: i32, out: usize): void {
  for (let word: i32 = 0; word < words; word++) {
    const at = (<usize>word) << 3;
    store<u64>(out + at, load<u64>(one + at) & load<u64>(other + at));
  }
}

/** out = found & others & ~own: items that only `own` keeps out. `others` 0 keeps nothing out. Answers how many. */
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

/** Makes a bitmap of bytes that are 0 or not, 16 at a time, or with `isInverted` of those that are 0. The bytes reach to a whole word. */
export function pack(bytes: usize, words: i32, out: usize, isInverted: i32): void {
  const none = i8x16.splat(0);
  const flipped = isInverted != 0 ? 0xffff : 0;
  for (let at: usize = 0, end = (<usize>words) << 2; at < end; at++) {
    const bits = i8x16.bitmask(i8x16.ne(v128.load(bytes + (at << 4)), none));
    store<u16>(out + (at << 1), <u16>(bits ^ flipped));
  }
}

/** Writes the table by which `expand` turns a byte of a bitmap into numbers: for each byte, eight u16 of which it uses the first. */
export function expandTable(out: usize): void {
  for (let byte: i32 = 0; byte < 256; byte++) {
    let to = out + ((<usize>byte) << 4);
    for (let bits = byte; bits != 0; bits &= bits - 1) {
      store<u16>(to, <u16>ctz<i32>(bits));
      to += 2;
    }
  }
}

/**
 * Writes the numbers (u16) of the items in the set, in order, and up to 16 bytes more. Answers how many. It goes byte by byte, as where
 * the next bit stands can't be guessed.
 */
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
