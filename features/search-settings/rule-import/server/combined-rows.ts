import { withoutRepeats } from './curation-repeats.ts';
import { type ForeignRow, lost, type PlacedLoss, type PlacedRow, type TakenEntry } from './foreign-rules.ts';
import type { ImportedKind } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { joinedSynonyms } from './synonym-repeats.ts';

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
    const isPart = kept.length > 0;
    losses.push(...own.map((loss) => ({ ...loss, place, isPart })));
    if (kept.length < rows.length) losses.push({ ...lost('validity'), place, isPart });
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

/** The first of those that say the same. */
const once = <Row extends ForeignRow>(rows: readonly PlacedRow<Row>[], keyOf: (row: Row) => string): PlacedRow<Row>[] =>
  [...new Map(rows.toReversed().map((one) => [keyOf(one.row), one])).values()].toReversed();
