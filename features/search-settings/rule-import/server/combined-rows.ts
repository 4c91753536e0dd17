import {
  type ForeignRow,
  lost,
  type PlacedLoss,
  type PlacedRow,
  type TakenEntry,
  type ForeignCuration,
  type ForeignQuery,
  type ForeignSynonym,
} from './foreign-rules.ts';
import type { ImportedKind } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { sameText } from '#server/db/row-scope.ts';

type Placed = PlacedRow<ForeignCuration>;

const keyOf = ({ query, match }: ForeignQuery): string => `${match} ${sameText(query)}`;

/** A query has one curation, so curations of the same queries are merged; queries in use are dropped and reported. */
function withoutRepeats(rows: readonly Placed[]): { rows: Placed[]; losses: PlacedLoss[] } {
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
    for (const query of queries) if (!free.includes(query)) losses.push({ ...lost('queryTaken', query.query), place });
    if (free.length === 0) continue;
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

/**
 * Here a term has one row of each type. Words that a term finds are joined. Words that mean each other are not: a set whose first word is
 * the term of another set gets the first of its words that is none.
 */
function joinedSynonyms(rows: readonly PlacedRow<ForeignSynonym>[]): PlacedRow<ForeignSynonym>[] {
  const joined = new Map<string, PlacedRow<ForeignSynonym>>();
  const sets = new Set<string>();
  for (const { place, row } of rows) {
    const words = [row.term, ...row.synonyms];
    const keyOf = (term: string) => `${row.synonym_type_id} ${sameText(term)}`;
    if (row.synonym_type_id === 1) {
      const set = words.map(sameText).toSorted().join('\n');
      if (sets.has(set)) continue;
      sets.add(set);
      const term = words.find((word) => !joined.has(keyOf(word))) ?? row.term;
      const key = joined.has(keyOf(term)) ? `${joined.size}` : keyOf(term);
      joined.set(key, { place, row: { ...row, term, synonyms: words.filter((word) => word !== term) } });
    } else {
      const known = joined.get(keyOf(row.term));
      const first = known ?? { place, row };
      const synonyms = [
        ...new Map([...(known?.row.synonyms ?? []), ...row.synonyms].map((word) => [sameText(word), word])).values(),
      ];
      joined.set(keyOf(row.term), { place: first.place, row: { ...first.row, synonyms } });
    }
  }
  return [...joined.values()];
}

interface Combined {
  readonly rows: ReadonlyMap<ImportedKind, readonly PlacedRow[]>;
  readonly losses: readonly PlacedLoss[];
}

/**
 * The rows of a file as there may be of each kind: what the file says twice is said once. `hasValidity` tells which kinds can act for a
 * time; a rule of another kind that does isn't taken, as it would act always.
 */
export function combinedRows(entries: readonly TakenEntry[], hasValidity: (kind: ImportedKind) => boolean): Combined {
  const losses: PlacedLoss[] = [];
  const all = entries.flatMap(({ rows, losses: own, file = null, line, entry }): PlacedRow[] => {
    const place = { file, line, entry };
    const isTimed = (row: ForeignRow) => 'is_active' in row && (row.valid_from ?? row.valid_to) !== undefined;
    const kept = rows.filter((row) => !isTimed(row) || hasValidity(row.kind));
    losses.push(...own.map((loss) => ({ ...loss, place })));
    if (kept.length < rows.length) losses.push({ ...lost('validity'), place });
    return kept.map((row) => ({ place, row }));
  });
  const of = <Kind extends ImportedKind>(kind: Kind) =>
    all.filter((one): one is PlacedRow<Extract<ForeignRow, { kind: Kind }>> => one.row.kind === kind);
  const curations = withoutRepeats(of('curations'));
  losses.push(...curations.losses);
  const rows = new Map<ImportedKind, readonly PlacedRow[]>([
    ['synonyms', joinedSynonyms(of('synonyms'))],
    ['fixits', once(of('fixits'), ({ term, is_regexp: isPattern, catalog_term: to }) => `${isPattern} ${term} ${to}`)],
    ['stopwords', once(of('stopwords'), ({ value }) => value.toLowerCase())],
    ['curations', curations.rows],
  ]);
  return { rows, losses };
}

const once = <Row extends ForeignRow>(rows: readonly PlacedRow<Row>[], keyOf: (row: Row) => string): PlacedRow<Row>[] =>
  [...new Map(rows.toReversed().map((one) => [keyOf(one.row), one])).values()].toReversed();
