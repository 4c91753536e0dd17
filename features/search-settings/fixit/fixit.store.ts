import { sql } from 'kysely';
import { maximumPatterns } from '#contract/limits.ts';
import { FixitFields, type fixitKinds, fixits, type FixitRule } from './fixit.contract.ts';
import { rowTable, sameText } from '#server-kit/db/row-table.ts';
import { sameColumns } from '#server-kit/db/same-columns.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** A row as people see it. */
export interface ShownFixit extends FixitRule {
  /** `term` again. */
  readonly search_term: string;
  readonly rule_uses: number | null;
  readonly unique_users: number | null;
}

const columns = sameColumns(FixitFields);
const description = {
  isTimed: true as const,
  toColumns: columns.toColumns,
  texts: ({ term, catalog_term }: FixitRule) => [term, catalog_term],
  key: ({ term, is_regexp: isPattern }: FixitRule) => (isPattern ? `/${term}/` : `= ${sameText(term)}`),
};

/** What releases hold of a row. */
export const fixitRules = (db: Database) => rowTable(db, 'fixit', { ...description, toFields: columns.toFields, sorts: {} });

const isRedirect = sql<boolean>`(lower(catalog_term) like 'http://%' or lower(catalog_term) like 'https://%')`;
const ofKind = {
  exact: sql<boolean>`is_regexp = 0`,
  pattern: sql<boolean>`is_regexp = 1`,
  redirect: isRedirect,
} as const;

const ofRow = sql`from rule_use where stage = 'fixit' and row_id = fixit.id and use_count > 0`;
const nullIfNone = (count: number): number | null => (Number(count) === 0 ? null : Number(count));

export const fixitRows = (db: Database) =>
  rowTable<'fixit', ShownFixit, (typeof fixits.sorts)[number], 'uses' | 'users'>(db, 'fixit', {
    ...description,
    counted: {
      uses: sql<number>`(select coalesce(sum(use_count), 0) ${ofRow})`,
      users: sql<number>`(select count(distinct visitor) ${ofRow})`,
    },
    toFields: ({ uses, users, ...row }): ShownFixit => ({
      ...columns.toFields(row),
      search_term: row.term,
      rule_uses: nullIfNone(uses),
      unique_users: nullIfNone(users),
    }),
    sorts: {
      term: 'search_text',
      catalog_term: 'catalog_term',
      kind: 'is_regexp',
      uses: 'uses',
      users: 'users',
      updated_at: 'updated_at',
    },
    filters: { kind: (kind) => ofKind[kind as (typeof fixitKinds)[number]] },
    order: [
      ['uses', 'desc'],
      ['search_text', 'asc'],
    ],
    scarce: { column: 'is_regexp', value: 1, field: 'is_regexp', maximum: maximumPatterns },
  });
