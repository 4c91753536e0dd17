import type { Problem } from '#contract/errors.ts';
import { isSame } from './row-import.ts';
import { ClaimBook } from './row-claims.ts';
import type { RowKind, RowWriter } from './row-writer.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import { envelopeOf, type RowInput, type Rows, type StoredRow } from './row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, type Failure, failField } from '#server/base/fail.ts';

interface CopyOutcome<Fields> {
  readonly copied: number;
  readonly same: number;
  readonly refused: readonly { readonly row: StoredRow<Fields>; readonly problem: Problem }[];
}

interface Copied<Fields extends object, Sort extends string> {
  readonly rows: Rows<Fields, Sort>;
  readonly kind: RowKind;
  /** Names of what is compared. */
  readonly fields: readonly string[];
  readonly writer: RowWriter<Fields>;
}

/** Rows of a collection go to the collection with the same name. Rows of the target stay. Throws `tooManyRows`. */
export async function copyRows<Fields extends object, Sort extends string>(
  db: Database,
  { rows, kind, fields, writer }: Copied<Fields, Sort>,
  chosen: readonly StoredRow<Fields>[],
  to: ProjectScope,
): Promise<CopyOutcome<Fields>> {
  const { name } = kind;
  const refused: { row: StoredRow<Fields>; problem: Problem }[] = [];
  const refuse = (row: StoredRow<Fields>, { problems }: Failure) =>
    refused.push(...problems.slice(0, 1).map((problem) => ({ row, problem })));
  let [copied, same] = [0, 0];
  for (const [collectionId, ofOne] of Map.groupBy(chosen, ({ scope }) => scope.collectionId)) {
    const scope = collectionId === undefined ? to : await namesake(db, collectionId, to);
    if (scope === null) {
      for (const row of ofOne) refuse(row, fail('notFound', { name: 'collection' }));
      continue;
    }
    const keys = ofOne.map(({ key }) => key);
    const there = await rows.stored(scope, [...(await rows.idsByKey(scope, keys)).values()]);
    const known = new Map(there.map((row) => [row.key, row]));
    const book = writer.claiming && new ClaimBook(writer.claiming, await rows.all(scope));
    const added: RowInput<Fields>[] = [];
    for (const row of ofOne) {
      const copy = rows.toCopy(row.fields);
      const twin = known.get(row.key);
      const refusal = copy === null || twin ? null : book?.refusal(copy, null);
      if (copy === null) refuse(row, fail('notCopied', { name }));
      else if (twin && isSame(twin.item, sent(fields, { ...copy, ...envelopeOf(row.item) }))) same += 1;
      else if (twin) refuse(row, failField(kind.unique[0], 'differsThere', { name }));
      else if (refusal) refuse(row, refusal);
      else {
        book?.take(-row.item.id, copy);
        added.push({ ...copy, ...envelopeOf(row.item) });
      }
    }
    const { rows: size } = await rows.size(scope);
    if (size + added.length > kind.maximumRows)
      throw fail('tooManyRows', { name, max: kind.maximumRows, there: size, more: added.length });
    await writer.write(scope, { added, changed: [] });
    copied += added.length;
  }
  return { copied, same, refused };
}

const sent = (names: readonly string[], row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

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
