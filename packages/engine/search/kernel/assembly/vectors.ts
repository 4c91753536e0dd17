// Rows of vectors: one bit per dimension to find candidates, one signed byte per dimension to score them.

/** Per row (u16) the bits that differ from the query's, and how many rows have so many (u32). `bytes` is a multiple of 16. */
export function differences(query: usize, rows: usize, count: i32, bytes: i32, out: usize, counts: usize): void {
  for (let row: i32 = 0; row < count; row++) {
    let sum: i64 = 0;
    for (let at: usize = 0, end = <usize>bytes; at < end; at += 16)
      sum +=
        popcnt<u64>(load<u64>(query + at) ^ load<u64>(rows + at)) +
        popcnt<u64>(load<u64>(query + at, 8) ^ load<u64>(rows + at, 8));
    store<u16>(out, <u16>sum);
    const counted = counts + ((<usize>sum) << 2);
    store<u32>(counted, load<u32>(counted) + 1);
    out += 2;
    rows += bytes;
  }
}

/** Rows (u16) of at most so many differences; returns their number. It reads eight at a time: after the last row are large numbers. */
export function fewDifferences(differences: usize, count: i32, most: i32, out: usize): i32 {
  const limit = i16x8.splat(<i16>most);
  let to = out;
  for (let row: i32 = 0; row < count; row += 8) {
    let bits = i16x8.bitmask(i16x8.le_u(v128.load(differences + ((<usize>row) << 1)), limit));
    for (; bits != 0; bits &= bits - 1) {
      store<u16>(to, <u16>(row + ctz<i32>(bits)));
      to += 2;
    }
  }
  return <i32>((to - out) >> 1);
}

/** Products (i32) of the query with listed rows of signed bytes; `length` is a multiple of 16. */
export function products(query: usize, rows: usize, list: usize, count: i32, length: i32, out: usize): void {
  for (let place: usize = 0, places = <usize>count; place < places; place++) {
    const row = rows + <usize>load<u16>(list + (place << 1)) * <usize>length;
    let sums = i32x4.splat(0);
    for (let at: usize = 0, end = <usize>length; at < end; at += 16) {
      const one = v128.load(query + at);
      const other = v128.load(row + at);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_low_i8x16_s(one, other)));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_high_i8x16_s(one, other)));
    }
    const sum =
      i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
    store<i32>(out + (place << 2), sum);
  }
}
