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

export function nameOf(source: AnySource, row: ReleasedRow): string {
  try {
    return source.nameOf(row);
  } catch {
    return `#${row.id}`;
  }
}
