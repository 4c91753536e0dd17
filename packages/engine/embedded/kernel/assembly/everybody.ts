// Scores (i32 per item) of searches without words, which find every item: at least 1 each, so that `scan` takes them for matches.

/** Every item scores 1. */
export function scoreAlike(scores: usize, docCount: i32): void {
  for (let doc: i32 = 0; doc < docCount; doc++) store<i32>(scores + ((<usize>doc) << 2), 1);
}

/** The score is `first` less the item's rank (f64 each) in the order of ids, without what that has behind the point, but 1 at least and `first` at most. */
export function scoreByRank(ranks: usize, docCount: i32, first: i32, scores: usize): void {
  const most = <f64>first;
  for (let doc: i32 = 0; doc < docCount; doc++) {
    const exact = most - load<f64>(ranks + ((<usize>doc) << 3));
    store<i32>(scores + ((<usize>doc) << 2), <i32>max<f64>(1, min<f64>(most, exact)));
  }
}

/** Items have one value at most: ordinal + 1 each, and 0 for none. The score is `first` + `step` times the place of the value, and 1 for none. */
function scoreByPlace<Ordinal extends number>(
  ordinals: usize,
  docCount: i32,
  places: usize,
  first: i32,
  step: i32,
  scores: usize,
): void {
  for (let doc: i32 = 0; doc < docCount; doc++) {
    const ordinal = <u32>load<Ordinal>(ordinals + <usize>doc * sizeof<Ordinal>());
    // Without a branch: whether an item has a value can't be guessed.
    const has: u32 = ordinal != 0 ? 1 : 0;
    const place = load<i32>(places + ((<usize>(ordinal - has)) << 2));
    store<i32>(scores + ((<usize>doc) << 2), select<i32>(first + step * place, 1, has != 0));
  }
}

export function scoreByPlace16(ordinals: usize, docCount: i32, places: usize, first: i32, step: i32, scores: usize): void {
  scoreByPlace<u16>(ordinals, docCount, places, first, step, scores);
}

export function scoreByPlace32(ordinals: usize, docCount: i32, places: usize, first: i32, step: i32, scores: usize): void {
  scoreByPlace<u32>(ordinals, docCount, places, first, step, scores);
}
