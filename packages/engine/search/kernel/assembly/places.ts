// Places in an order, the higher the earlier, read like scores: i32 per item, at least 1.

/** All places are 1. */
export function placeAlike(places: usize, docCount: i32): void {
  for (let doc: i32 = 0; doc < docCount; doc++) store<i32>(places + ((<usize>doc) << 2), 1);
}

/** `first` less the item's rank (f64), truncated, from 1 to `first`. */
export function placeByRank(ranks: usize, docCount: i32, first: i32, places: usize): void {
  const most = <f64>first;
  for (let doc: i32 = 0; doc < docCount; doc++) {
    const exact = most - load<f64>(ranks + ((<usize>doc) << 3));
    store<i32>(places + ((<usize>doc) << 2), <i32>max<f64>(1, min<f64>(most, exact)));
  }
}

/** `first` + `step` times the place of the value (i32 by ordinal); 1 without a value. */
function placeByValue<Ordinal extends number>(
  ordinals: usize,
  docCount: i32,
  values: usize,
  first: i32,
  step: i32,
  places: usize,
): void {
  for (let doc: i32 = 0; doc < docCount; doc++) {
    const ordinal = <u32>load<Ordinal>(ordinals + <usize>doc * sizeof<Ordinal>());
    // Without a branch: whether an item has a value can't be guessed.
    const has: u32 = ordinal != 0 ? 1 : 0;
    const value = load<i32>(values + ((<usize>(ordinal - has)) << 2));
    store<i32>(places + ((<usize>doc) << 2), select<i32>(first + step * value, 1, has != 0));
  }
}

export function placeByValue16(ordinals: usize, docCount: i32, values: usize, first: i32, step: i32, places: usize): void {
  placeByValue<u16>(ordinals, docCount, values, first, step, places);
}

export function placeByValue32(ordinals: usize, docCount: i32, values: usize, first: i32, step: i32, places: usize): void {
  placeByValue<u32>(ordinals, docCount, values, first, step, places);
}
