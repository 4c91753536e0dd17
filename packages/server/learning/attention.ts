import { cellNumbers, type Counted, countedPlaces, type Pair } from './look-counts.ts';

/** Choices that the usual rates of the places count for. */
const priorChoices = 30;
const rounds = 30;

/**
 * The share of visitors who look at each place, relative to the first: the position-based model, from items that were seen at several
 * places (A. Agarwal et al., "Estimating Position Bias without Intrusive Interventions", 2019), by alternating likelihood. Where
 * nothing moved, the rates of the places decide, which explain at least as much by the place (clicks over expected clicks).
 */
export function attentionOf(counts: Counted): Float64Array {
  const [looks, choices] = [new Float64Array(countedPlaces), new Float64Array(countedPlaces)];
  const [moved, movedChoices] = [[] as Pair[], new Float64Array(countedPlaces)];
  for (const { pairs } of counts.queries.values()) {
    for (const pair of pairs.values()) {
      let chosen = 0;
      for (let at = 0; at < pair.length; at += cellNumbers) {
        looks[pair[at]!]! += pair[at + 1]!;
        choices[pair[at]!]! += pair[at + 2]!;
        chosen += pair[at + 2]!;
      }
      if (pair.length === cellNumbers || chosen === 0) continue;
      moved.push(pair);
      for (let at = 0; at < pair.length; at += cellNumbers) movedChoices[pair[at]!]! += pair[at + 2]!;
    }
  }
  const usual = usualRates(looks, choices);
  const attention = Float64Array.from(usual);
  for (let round = 0; round < rounds; round++) {
    const expected = new Float64Array(countedPlaces);
    for (const pair of moved) {
      let [chosen, seen] = [0, 0];
      for (let at = 0; at < pair.length; at += cellNumbers) {
        chosen += pair[at + 2]!;
        seen += pair[at + 1]! * attention[pair[at]!]!;
      }
      for (let at = 0; at < pair.length; at += cellNumbers) expected[pair[at]!]! += (pair[at + 1]! * chosen) / seen;
    }
    for (let place = 0; place < countedPlaces; place++)
      attention[place] = (movedChoices[place]! + priorChoices * usual[place]!) / (expected[place]! + priorChoices);
    const first = attention[0]!;
    for (let place = 0; place < countedPlaces; place++) attention[place]! /= first;
  }
  return attention;
}

/** Choices per look, relative to the first place, never rising. */
function usualRates(looks: Float64Array, choices: Float64Array): Float64Array {
  const first = looks[0]! > 0 && choices[0]! > 0 ? choices[0]! / looks[0]! : 1;
  let before = 1;
  return looks.map((seen, place) => (before = Math.min(before, (choices[place]! + 1) / (seen * first + 1))));
}
