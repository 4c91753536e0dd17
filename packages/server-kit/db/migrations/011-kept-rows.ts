import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/**
 * Rows that people keep say who changed them and when, can be off, and stay for a while when they are deleted. Two synonyms of one kind
 * and term, and two filters of the same characters, become one: a synonym with the words of both, a filter that replaces as the newer
 * one did, which was the one that worked.
 */
export const keptRows = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const tables = db as Kysely<Tables>;
    const now = Date.now();
    for (const table of ['synonym', 'char_filter'] as const) {
      const add = (name: string, type: 'integer' | 'bigint', value: number) =>
        db.schema
          .alterTable(table)
          .addColumn(name, type, (column) => column.notNull().defaultTo(value))
          .execute();
      await add('is_active', 'integer', 1);
      await add('created_at', 'bigint', 0);
      await add('updated_at', 'bigint', 0);
      await db.schema.alterTable(table).addColumn('updated_by', 'bigint').execute();
      await db.schema.alterTable(table).addColumn('deleted_at', 'bigint').execute();
      await db.schema
        .alterTable(table)
        .addColumn('unique_key', kind.sortedText as never, (column) => column.notNull().defaultTo(''))
        .execute();
      await tables.updateTable(table).set({ created_at: now, updated_at: now }).execute();
      await sql`create index ${sql.ref(`${table}_deleted_at`)} on ${sql.table(table)} (deleted_at) where deleted_at is not null`.execute(
        db,
      );
    }
    await joinSynonyms(tables);
    await joinCharFilters(tables);
    for (const table of ['synonym', 'char_filter'] as const)
      await db.schema.createIndex(`${table}_once`).unique().on(table).columns(['project_id', 'unique_key']).execute();
  },
});

interface Kept {
  id: number;
  project_id: number;
  search_text: string;
  unique_key: string;
  created_at: number;
  updated_at: number;
}
interface Tables {
  synonym: Kept & { term: string; synonym_type_id: number; synonyms: string };
  char_filter: Kept & { from_text: string };
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const sameText = (text: string): string => folded(text.trim()).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

/** The first of several keeps its id and place. */
async function joinSynonyms(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('synonym').selectAll().orderBy('id').execute();
  for (const [key, [first, ...others]] of Map.groupBy(rows, synonymKey)) {
    if (!first) continue;
    const words = [first, ...others].flatMap((row) => JSON.parse(row.synonyms) as string[]);
    // Another spelling of the term is a word, too, unless it is only another way to write it.
    const once = [...new Map(words.map((word) => [sameText(word), word])).values()];
    await db
      .updateTable('synonym')
      .set({
        unique_key: key.slice(key.indexOf(' ') + 1),
        ...(others.length > 0 && {
          synonyms: JSON.stringify(once),
          search_text: folded([first.term, ...once].join('\n')),
        }),
      })
      .where('id', '=', first.id)
      .execute();
    for (const { id } of others) await db.deleteFrom('synonym').where('id', '=', id).execute();
  }
}

const synonymKey = ({ project_id, synonym_type_id, term }: Tables['synonym']): string =>
  `${project_id} ${synonym_type_id} ${sameText(term)}`;

async function joinCharFilters(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('char_filter').selectAll().orderBy('id').execute();
  for (const [, same] of Map.groupBy(rows, ({ project_id, from_text }) => `${project_id} ${charFilterKey(from_text)}`)) {
    const newest = same.at(-1);
    if (!newest) continue;
    for (const { id } of same.slice(0, -1)) await db.deleteFrom('char_filter').where('id', '=', id).execute();
    await db
      .updateTable('char_filter')
      .set({ unique_key: charFilterKey(newest.from_text) })
      .where('id', '=', newest.id)
      .execute();
  }
}

const charFilterKey = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trimStart();
