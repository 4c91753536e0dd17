import type { LeftOutRules } from '#contract/rows/left-out-rules.ts';
import { toldLeftOutRules } from '#contract/limits.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Rows, RowItem } from '#server/rules/rows/row-table.ts';
import type { SkippedRow } from '#server/rules/releases/live-release.ts';

export interface ReleasedKind<Fields> {
  readonly key: string;
  readonly nameOf: (fields: RowItem<Fields>) => string;
}

/** Adds rows whose stored values can't be used. */
export function withUnsound(skipped: readonly SkippedRow[], source: string, ids: readonly number[]): readonly SkippedRow[] {
  const known = new Set(skipped.filter((row) => row.source === source).map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  return [...skipped, ...others.map((id) => ({ source, id, reason: 'The stored row is of another kind.' }))];
}

/** Rows of one kind in one place. A row that can't be read has no name and is listed in every collection. */
export async function leftOutRules<Fields extends object, Sort extends string>(
  skipped: readonly SkippedRow[],
  { key, nameOf }: ReleasedKind<Fields>,
  rows: Rows<Fields, Sort>,
  scope: RowScope,
): Promise<LeftOutRules> {
  const ofKind = skipped.filter(({ source }) => source === key);
  const ids = ofKind.flatMap(({ id }) => id ?? []);
  const stored = ids.length === 0 ? [] : await rows.stored({ id: scope.id }, ids);
  const elsewhere = new Set(
    stored.filter(({ scope: { collectionId } }) => collectionId !== scope.collectionId).map(({ item }) => item.id),
  );
  const names = new Map(stored.map(({ item }) => [item.id, nameOf(item)]));
  const here = ofKind.filter(({ id }) => id === null || !elsewhere.has(id));
  const told = here.slice(0, toldLeftOutRules).map(({ id, reason }) => ({ id, name: names.get(id ?? 0) ?? null, reason }));
  return { count: here.length, told };
}
