import { errorText, type Problem } from '#contract/errors.ts';
import { isSame } from './row-import.ts';
import { ClaimBook, type Claiming } from './row-claims.ts';
import type { RowKind, RowWriter } from './row-writer.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import { envelopeOf, type RowInput, type Rows, type StoredRow } from './row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';

export interface CopyPlan<Fields> {
  readonly added: readonly {
    readonly scope: RowScope;
    readonly rows: readonly RowInput<Fields>[];
    readonly of: readonly StoredRow<Fields>[];
  }[];
  readonly same: number;
  readonly refused: readonly { readonly row: StoredRow<Fields>; readonly problem: Problem }[];
}

interface Copied<Fields extends object, Sort extends string> {
  readonly rows: Rows<Fields, Sort>;
  readonly kind: RowKind & { readonly fields: readonly string[] };
  readonly claiming?: Claiming<Fields> | undefined;
}

/** Rows of a collection go to the collection with the same name, or to the given one. Rows of the target stay. Throws `tooManyRows`. */
export async function plannedCopy<Fields extends object, Sort extends string>(
  db: Database,
  { rows, kind, claiming }: Copied<Fields, Sort>,
  copied: readonly StoredRow<Fields>[],
  to: ProjectScope,
  collection?: RowScope,
): Promise<CopyPlan<Fields>> {
  const added: { scope: RowScope; rows: RowInput<Fields>[]; of: StoredRow<Fields>[] }[] = [];
  const refused: { row: StoredRow<Fields>; problem: Problem }[] = [];
  let same = 0;
  for (const [collectionId, ofOne] of Map.groupBy(copied, ({ scope }) => scope.collectionId)) {
    const scope = collectionId === undefined ? to : (collection ?? (await namesake(db, collectionId, to)));
    if (scope === null) {
      refused.push(...ofOne.map((row) => ({ row, problem: problemOf('notFound', 'collection') })));
      continue;
    }
    const keys = ofOne.map(({ key }) => key);
    const there = await rows.stored(scope, [...(await rows.idsByKey(scope, keys)).values()]);
    const known = new Map(there.map((row) => [row.key, row]));
    const book = claiming && new ClaimBook(claiming, await rows.all(scope));
    const news: RowInput<Fields>[] = [];
    const of: StoredRow<Fields>[] = [];
    for (const row of ofOne) {
      const copy = rows.toCopy(row.fields);
      const twin = known.get(row.key);
      const refusal = copy === null || twin ? null : book?.refusal(copy, null);
      if (copy === null) refused.push({ row, problem: problemOf('notCopied', kind.name) });
      else if (twin && isSame(twin.item, sent(kind.fields, { ...copy, ...envelopeOf(row.item) }))) same += 1;
      else if (twin) refused.push({ row, problem: problemOf('differsThere', kind.name, kind.unique[0]) });
      else if (refusal?.problems[0]) refused.push({ row, problem: refusal.problems[0] });
      else {
        book?.take(-row.item.id, copy);
        news.push({ ...copy, ...envelopeOf(row.item) });
        of.push(row);
      }
    }
    const { rows: size } = await rows.size(scope);
    if (size + news.length > kind.maximumRows)
      throw fail('tooManyRows', { name: kind.name, max: kind.maximumRows, there: size, more: news.length });
    if (news.length > 0) added.push({ scope, rows: news, of });
  }
  return { added, same, refused };
}

export async function copyRows<Fields extends object>(writer: RowWriter<Fields>, { added }: CopyPlan<Fields>): Promise<void> {
  for (const { scope, rows } of added) await writer.write(scope, { added: rows, changed: [] });
}

const sent = (names: readonly string[], row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

const problemOf = (code: 'notFound' | 'notCopied' | 'differsThere', name: string, field = ''): Problem => ({
  field,
  code,
  message: errorText(code, { name }),
  parameters: { name },
});

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
