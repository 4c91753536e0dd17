// Impacts (u8) of postings, and lists of several terms united.

/** Equals `impactOf` of `weighting.ts`. */
function impactOf(strength: f64): u8 {
  const square = strength * strength;
  const exact = 255 * ((strength + 3 * square * square) / 4);
  const whole = floor<f64>(exact);
  return <u8>max<f64>(1, exact - whole >= 0.5 ? whole + 1 : whole);
}

/**
 * Impacts of postings `from` to `to`. `codeStarts` (u32) says where fields and frequencies (u8 each) of a code begin; `lengths` (u8) are
 * field by field for all `docCount` items; `factors` (f64) are 256 a field.
 */
export function impacts(
  from: i32,
  to: i32,
  docs: usize,
  codes: usize,
  codeStarts: usize,
  codeFields: usize,
  codeFrequencies: usize,
  lengths: usize,
  docCount: i32,
  factors: usize,
  mostCounted: f64,
  saturation: f64,
  out: usize,
): void {
  for (let at: i32 = from; at < to; at++) {
    const code = codeStarts + ((<usize>load<u16>(codes + ((<usize>at) << 1))) << 2);
    const ofDoc = lengths + <usize>load<u16>(docs + ((<usize>at) << 1));
    const end = <usize>load<u32>(code, 4);
    let frequency: f64 = 0;
    for (let one = <usize>load<u32>(code); one < end; one++) {
      const field = <usize>load<u8>(codeFields + one);
      const counted = min<f64>(<f64>load<u8>(codeFrequencies + one), mostCounted);
      const length = <usize>load<u8>(ofDoc + field * <usize>docCount);
      frequency += load<f64>(factors + (((field << 8) + length) << 3)) * counted;
    }
    store<u8>(out + <usize>at, frequency == 0 ? 0 : impactOf(frequency / (saturation + frequency)));
  }
}

/** Strongest impact by item (u8). Returns how many items are new. */
export function strengthen(docs: usize, impacts: usize, count: i32, strongest: usize): i32 {
  let added: i32 = 0;
  for (let at: i32 = 0; at < count; at++) {
    const own = strongest + <usize>load<u16>(docs + ((<usize>at) << 1));
    const before = <u32>load<u8>(own);
    const impact = <u32>load<u8>(impacts + <usize>at);
    store<u8>(own, <u8>max<u32>(before, impact));
    added += before == 0 && impact != 0 ? 1 : 0;
  }
  return added;
}

/** Items with an impact, in order, with it; clears all. */
export function united(strongest: usize, docCount: i32, docs: usize, impacts: usize): void {
  const none = i8x16.splat(0);
  for (let first: i32 = 0; first < docCount; first += 16) {
    const sixteen = v128.load(strongest + <usize>first);
    for (let bits = i8x16.bitmask(i8x16.ne(sixteen, none)); bits != 0; bits &= bits - 1) {
      const doc = <usize>first + <usize>ctz<i32>(bits);
      store<u16>(docs, <u16>doc);
      store<u8>(impacts, load<u8>(strongest + doc));
      docs += 2;
      impacts += 1;
    }
    v128.store(strongest + <usize>first, none);
  }
}
