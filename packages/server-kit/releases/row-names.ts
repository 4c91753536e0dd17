import { readContent } from './content.ts';
import type { StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';

/** A row that can't be read any more can be deleted all the same. */
export function lastKnown(source: AnySource, version: StoredVersion): ReleasedRow {
  try {
    return readContent(source, version);
  } catch {
    return { id: version.row_id };
  }
}

/** Of a row that is damaged, the number. */
export function nameOf(source: AnySource, row: ReleasedRow): string {
  const number = `#${row.id}`;
  try {
    const name: unknown = source.nameOf(row);
    return typeof name === 'string' ? name : number;
  } catch {
    return number;
  }
}
