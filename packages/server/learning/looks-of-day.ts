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
  const ofQueries = new Map<string, Map<string, LoggedLook>>();
  for (const look of logged) {
    let ofVisitors = ofQueries.get(look.query);
    if (ofVisitors === undefined) ofQueries.set(look.query, (ofVisitors = new Map()));
    const known = ofVisitors.get(look.visitor);
    ofVisitors.set(look.visitor, known === undefined ? look : { ...known, choices: most(known.choices, look.choices) });
  }
  return [...ofQueries.values()].flatMap((ofVisitors) => ofNetworks(ofVisitors.values()));
}

/** Looks of one query that count. */
function ofNetworks(looks: Iterable<LoggedLook>): Look[] {
  const networks = new Map<string, { count: number; readonly chosen: Set<string> }>();
  const counted: Look[] = [];
  for (const { query, name, ids, choices, network } of looks) {
    const known = networks.get(network) ?? { count: 0, chosen: new Set<string>() };
    networks.set(network, known);
    if (known.count === mostLooksOfNetwork) continue;
    known.count += 1;
    const isFresh = !choices.keys().some((id) => known.chosen.has(id));
    counted.push({
      query,
      name,
      ids,
      choices: isFresh ? choices : new Map([...choices].filter(([id]) => !known.chosen.has(id))),
    });
    for (const id of choices.keys()) known.chosen.add(id);
  }
  return counted;
}

function most(one: Look['choices'], other: Look['choices']): Look['choices'] {
  if (other.size === 0) return one;
  const both = new Map(one);
  for (const [id, weight] of other) both.set(id, Math.max(weight, both.get(id) ?? 0));
  return both;
}
