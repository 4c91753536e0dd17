import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '#server/db/dialects.ts';
import { baseline } from './001-baseline.ts';
import { statistics } from './002-statistics.ts';
import { noRegenerations } from './003-no-regenerations.ts';

export const baselineName = '001-baseline';

/** In order of release. Never change or remove a released one: every database since 0.1.0 can be upgraded. */
export const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  [baselineName]: baseline(types),
  '002-statistics': statistics(types),
  '003-no-regenerations': noRegenerations,
});
