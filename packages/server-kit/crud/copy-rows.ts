import { claimBook } from './row-claims.ts';
import type { RowWriter } from './row-writer.ts';
import type { ProjectScope, RowScope } from '#server-kit/db/row-scope.ts';
import { envelopeOf, type Rows, type StoredRow } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/**
 * Adds rows of one project to another; rows of a collection to the collection with the same name. Those that it has already, those that
 * can't stand beside what it has, and those without such a collection, are skipped.
 */
export async function copyRows<Fields extends object, Sort extends string>(
  db: Database,
  rows: Rows<Fields, Sort>,
  writer: RowWriter<Fields>,
  copied: readonly StoredRow<Fields>[],
  to: ProjectScope,
): Promise<{ copied: number; skipped: number }> {
  let count = 0;
  for (const [collectionId, ofOne] of Map.groupBy(copied, ({ scope }) => scope.collectionId)) {
    const scope = collectionId === undefined ? to : await namesake(db, collectionId, to);
    if (scope === null) continue;
    const known = await rows.idsByKey(
      scope,
      ofOne.map(({ key }) => key),
    );
    const book = writer.claiming && (await claimBook(rows, scope, writer.claiming));
    const added = ofOne.flatMap(({ key, fields, item }) => {
      const copy = known.has(key) ? null : rows.toCopy(fields);
      if (copy === null || book?.refusal(copy, null)) return [];
      // Ids of the other project are none of this one.
      book?.take(-item.id, copy);
      return [{ ...copy, ...envelopeOf(item) }];
    });
    await writer.write(scope, { added, changed: [] });
    count += added.length;
  }
  return { copied: count, skipped: copied.length - count };
}

async function namesake(db: Database, collectionId: number, { id }: ProjectScope): Promise<RowScope | null> {
  const found = await db
    .selectFrom('collection')
    .innerJoin('collection as from', (join) => join.onRef('from.name', '=', 'collection.name'))
    .select('collection.id')
    .where('from.id', '=', collectionId)
    .where('collection.project_id', '=', id)
    .orderBy('collection.id')
    .executeTakeFirst();
  return found ? { id, collectionId: found.id } : null;
}
