import type { Learning } from '#contract/values/learning.ts';
import type { LearnedField, LearnedTable } from '#engine/query/learned.ts';
import { learnedKind, learnedSource, type LearnedRow, type ReleasedLearned, type StoredField } from './learned.store.ts';
import type { ReleaseSettings } from '#server/rules/releases/live-release.ts';

const fieldsByRow = new WeakMap<LearnedRow, readonly LearnedField[]>();

function fieldsOf(row: ReleasedLearned): readonly LearnedField[] {
  const known = fieldsByRow.get(row);
  if (known !== undefined) return known;
  const fields = (row.fields ?? []).map(({ lifts, ...field }) => ({
    ...field,
    lifts: new Map(lifts.map(([word, ofWord]) => [word, new Map(ofWord)] as const)),
  }));
  fieldsByRow.set(row, fields);
  return fields;
}

export const storedFields = ({ fields }: LearnedTable): StoredField[] =>
  fields.map(({ field, agreement, lifts }) => ({
    field,
    agreement,
    lifts: [...lifts].map(([word, ofWord]) => [word, [...ofWord].map(([value, log]) => [value, rounded(log)] as const)] as const),
  }));

const rounded = (log: number): number => Math.round(log * 1_000) / 1_000;

/** Rows are the same objects from release to release, as engines keep what they prepare by them. */
function tableOf(rows: readonly ReleasedLearned[]): LearnedTable | null {
  const acting = rows.filter(({ is_active: isActive }) => isActive !== false);
  if (acting.length === 0) return null;
  return {
    queries: new Map(acting.filter(({ key }) => key !== '').map((row) => [row.key, row])),
    fields: acting.filter(({ key }) => key === '').flatMap(fieldsOf),
  };
}

/** Collections with the order that was learned for them, as strong as they are set. */
export const withLearnedOrder = (settings: ReleaseSettings): ReleaseSettings => ({
  sources: [...settings.sources, learnedSource] as unknown as ReleaseSettings['sources'],
  compile(rowsOf) {
    const { relevance, ...others } = settings.compile(rowsOf);
    const learned = Map.groupBy(rowsOf(learnedKind) as readonly ReleasedLearned[], ({ collection_id: id }) => String(id));
    const withOrder = Object.entries(relevance).map(([id, one]) => {
      const learnedTable = tableOf(learned.get(id) ?? []);
      return [id, { ...one, learnedTable, ...learnedBy(learnedTable, one.learning) }] as const;
    });
    return { ...others, relevance: Object.fromEntries(withOrder) };
  },
});

/** For `CollectionRelevance`. */
export const learnedBy = (table: LearnedTable | null, learning: Learning) => ({
  learned: table !== null && learning !== 'off' ? { table, strength: learning } : undefined,
});
