import type { Look } from './look-counts.ts';

/** A counted search and its choices. Visitor and network are keyed hashes and go no further. */
export interface LoggedLook extends Look {
  readonly visitor: string;
  /** Keyed hash of 24 bits of an IPv4 address, 48 of IPv6. Visitors of one may be one person. */
  readonly network: string;
}

/** Looks of one network that count for a query; offices and mobile networks have many visitors. */
const mostLooksOfNetwork = 3;

/**
 * The looks of a day that count. A visitor counts once per query, by the first list; a network at most three times per query, and once
 * per query and item, so that neither many clicks nor many addresses of one network move anything.
 */
export function looksOfDay(logged: Iterable<LoggedLook>): Look[] {
  const ofVisitors = new Map<string, LoggedLook>();
  for (const look of logged) {
    const key = JSON.stringify([look.query, look.visitor]);
    const known = ofVisitors.get(key);
    ofVisitors.set(key, known === undefined ? look : { ...known, choices: most(known.choices, look.choices) });
  }
  const networks = new Map<string, { count: number; readonly chosen: Set<string> }>();
  return [...ofVisitors.values()].flatMap(({ query, name, ids, choices, network }) => {
    const key = JSON.stringify([query, network]);
    const known = networks.get(key) ?? { count: 0, chosen: new Set<string>() };
    networks.set(key, known);
    if (known.count === mostLooksOfNetwork) return [];
    known.count += 1;
    const fresh = new Map([...choices].filter(([id]) => !known.chosen.has(id)));
    for (const id of fresh.keys()) known.chosen.add(id);
    return [{ query, name, ids, choices: fresh }];
  });
}

function most(one: Look['choices'], other: Look['choices']): Look['choices'] {
  const both = new Map(one);
  for (const [id, weight] of other) both.set(id, Math.max(weight, both.get(id) ?? 0));
  return both;
}
