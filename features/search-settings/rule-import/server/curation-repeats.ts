import { type ForeignCuration, type ForeignQuery, lost, type PlacedLoss, type PlacedRow } from './foreign-rules.ts';
import { sameText } from '#server/db/row-scope.ts';

type Placed = PlacedRow<ForeignCuration>;

const keyOf = ({ query, match }: ForeignQuery): string => `${match} ${sameText(query)}`;

/** A query has one curation here, so those of the same queries are joined; taken queries are dropped, and told. */
export function withoutRepeats(rows: readonly Placed[]): { rows: Placed[]; losses: PlacedLoss[] } {
  const kept = new Map<string, Placed>();
  const [owners, names] = [new Map<string, string>(), new Set<string>()];
  const losses: PlacedLoss[] = [];
  for (const { place, row } of rows) {
    const queries = [...new Map(row.queries.map((query) => [keyOf(query), query])).values()];
    const all = queries.map(keyOf).toSorted().join('\n');
    const known = kept.get(all);
    if (known) {
      kept.set(all, { place: known.place, row: joined(known.row, row) });
      continue;
    }
    const free = queries.filter((query) => !owners.has(keyOf(query)));
    const isPart = free.length > 0;
    for (const query of queries) if (!free.includes(query)) losses.push({ ...lost('queryTaken', query.query), place, isPart });
    if (!isPart) continue;
    for (const query of free) owners.set(keyOf(query), all);
    const name = freeName(row.name, names);
    names.add(sameText(name));
    kept.set(all, { place, row: { ...row, name, queries: free } });
  }
  return { rows: [...kept.values()], losses };
}

function joined(one: ForeignCuration, other: ForeignCuration): ForeignCuration {
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const promoted = new Set([...ids(one.promoted), ...ids(other.promoted)]);
  const hidden = new Set([...ids(one.hidden), ...ids(other.hidden)]).difference(promoted);
  return { ...one, promoted: Array.from(promoted, (id) => ({ id })), hidden: Array.from(hidden, (id) => ({ id })) };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(sameText(free)); number += 1) free = `${name} (${number})`;
  return free;
}
