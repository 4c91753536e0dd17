import type { StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';

/** A stored row as today's code knows it. Throws for what it can't read. */
export function readContent(source: AnySource, { content, content_version: version }: StoredVersion): ReleasedRow {
  const value: unknown = JSON.parse(content);
  if (version === source.contentVersion) return value as ReleasedRow;
  if (source.upgrade === undefined || version > source.contentVersion)
    throw new Error(`Content of version ${version} can't be read; this server knows version ${source.contentVersion}.`);
  return source.upgrade(value, version);
}
