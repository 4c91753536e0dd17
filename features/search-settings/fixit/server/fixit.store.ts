import { sql } from 'kysely';
import { maximumPatterns } from '#contract/limits.ts';
import { type Fixit, FixitFields, type fixitKinds } from '#features/search-settings/fixit/fixit.contract.ts';
import { inParts } from '#server/db/in-parts.ts';
import { sameText } from '#server/db/row-scope.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

const isRedirect = sql<boolean>`(lower(catalog_term) like 'http://%' or lower(catalog_term) like 'https://%')`;
const ofKind = {
  exact: sql<boolean>`is_regexp = 0`,
  pattern: sql<boolean>`is_regexp = 1`,
  redirect: isRedirect,
} as const;

const uses = sql<number>`coalesce(sum(use_count), 0)`;
const users = sql<number>`count(distinct visitor)`;
const ofRow = sql`from rule_use where stage = 'fixit' and row_id = fixit.id and use_count > 0`;
const usesOfRow = sql<number>`(select ${uses} ${ofRow})`;

export const fixitRows = (db: Database) =>
  rowTable(db, 'fixit', {
    isTimed: true,
    ...sameColumns(FixitFields),
    texts: ({ term, catalog_term }) => [term, catalog_term],
    key: ({ term, is_regexp: isPattern }) => (isPattern ? `/${term}/` : `= ${sameText(term)}`),
    sorts: {
      term: 'search_text',
      catalog_term: 'catalog_term',
      kind: 'is_regexp',
      uses: usesOfRow,
      users: sql<number>`(select ${users} ${ofRow})`,
      updated_at: 'updated_at',
    },
    filters: { kind: (kind) => ofKind[kind as (typeof fixitKinds)[number]] },
    order: [
      [usesOfRow, 'desc'],
      ['search_text', 'asc'],
    ],
    inProjectFile: { isOrdered: ({ is_regexp: isPattern }) => isPattern },
    scarce: { column: 'is_regexp', value: 1, field: 'is_regexp', maximum: maximumPatterns },
  });

type Uses = Pick<Fixit, 'rule_uses' | 'unique_users'>;

/** How many searches and visitors used each row; unused rows are skipped. */
export async function usesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Uses>> {
  const found = new Map<number, Uses>();
  for (const part of inParts(ids)) {
    const counted = db.selectFrom('rule_use').where('stage', '=', 'fixit').where('use_count', '>', 0).where('row_id', 'in', part);
    const rows = await counted
      .groupBy('row_id')
      .select(['row_id', uses.as('uses'), users.as('users')])
      .execute();
    for (const row of rows) found.set(row.row_id, { rule_uses: Number(row.uses), unique_users: Number(row.users) });
  }
  return found;
}
