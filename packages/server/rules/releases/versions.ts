import type { Selectable } from 'kysely';
import type { ChangeKind } from '#contract/rows/row-changes.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';
import type { Schema } from '#server/db/schema.ts';

export const versionColumns = [
  'source',
  'row_id',
  'content',
  'content_version',
  'is_in_force',
  'changes_at',
  'from_number',
  'to_number',
] as const;

/** A version of a row as stored, with the release that made it and the one that ended it; null while it is live. */
export type StoredVersion = Pick<Selectable<Schema['released_row']>, (typeof versionColumns)[number]>;
export type RowVersion = Omit<StoredVersion, 'from_number' | 'to_number'>;

type Validity = Pick<RowVersion, 'is_in_force' | 'changes_at'>;
type Bounds = Pick<ReleasedRow, 'is_active' | 'valid_from' | 'valid_to'>;

export const alwaysInForce: Validity = { is_in_force: 1, changes_at: null };

/** Whether a moment is within the bounds of a row, and when that changes next. Both in epoch milliseconds. */
export function validityAt({ is_active: isActive, valid_from: from, valid_to: to }: Bounds, now: number): Validity {
  const [begin, end] = [from ?? -Infinity, to ?? Infinity];
  const isInForce = begin <= now && now < end;
  // A row that ends before it begins never changes.
  const next = isActive === false ? Infinity : now < begin && begin < end ? begin : now < end ? end : Infinity;
  return { is_in_force: isInForce ? 1 : 0, changes_at: Number.isFinite(next) ? next : null };
}

export const versionOf = (source: AnySource, row: ReleasedRow, validity = alwaysInForce): RowVersion => ({
  source: source.key,
  row_id: row.id,
  content: JSON.stringify(row),
  content_version: source.contentVersion,
  ...validity,
});

/** Throws for content that this server can't read. */
export function readContent(source: AnySource, { content, content_version: version }: RowVersion): ReleasedRow {
  const value: unknown = JSON.parse(content);
  if (version === source.contentVersion) return value as ReleasedRow;
  if (source.upgrade === undefined || version > source.contentVersion)
    throw new Error(`Content of version ${version} can't be read; this server knows version ${source.contentVersion}.`);
  return source.upgrade(value, version);
}

export function readable(source: AnySource, version: RowVersion): ReleasedRow | null {
  try {
    return readContent(source, version);
  } catch {
    return null;
  }
}

/** A corrupt row still has its id, so it can be listed and deleted. */
export const lastKnown = (source: AnySource, version: RowVersion): ReleasedRow =>
  readable(source, version) ?? { id: version.row_id };

/** A corrupt row is named by its number. */
export function nameOf(source: AnySource, row: ReleasedRow): string {
  const number = `#${row.id}`;
  try {
    const name: unknown = source.nameOf(row);
    return typeof name === 'string' ? name : number;
  } catch {
    return number;
  }
}

/** Content in an older form that means the same is equal. */
export function hasSameContent(source: AnySource, live: RowVersion, saved: RowVersion): boolean {
  if (live.content_version === saved.content_version) return live.content === saved.content;
  return JSON.stringify(readable(source, live)) === saved.content;
}

/** Whether two versions differ only in fields that no search depends on. */
export function isSilent(source: AnySource, before: RowVersion, after: RowVersion): boolean {
  const { silent = [] } = source;
  if (silent.length === 0 || before.is_in_force !== after.is_in_force) return false;
  const [one, other] = [before, after].map((version) => {
    const fields = Object.entries(lastKnown(source, version)).filter(([name]) => !silent.includes(name));
    return JSON.stringify(Object.fromEntries(fields));
  });
  return one === other;
}

export function changeOf(source: AnySource, before: RowVersion | undefined, after: RowVersion | undefined): ChangeKind {
  if (!before || !after) return after ? 'added' : 'deleted';
  if (hasSameContent(source, before, after)) return after.is_in_force === 1 ? 'began' : 'ended';
  const [wasOn, isOn] = [before, after].map((version) => lastKnown(source, version).is_active !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}
