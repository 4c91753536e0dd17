import * as z from 'zod/mini';
import { errorText, type Problem } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import type { FileKind, FileMistake, FileValues, KeyedRow } from '#server/rules/files/file-kind.ts';
import { fileValues, sentValues } from '#server/rules/files/file-values.ts';
import { type Complete, isSame } from '#server/rules/rows/row-import.ts';
import { ClaimBook, type Claiming } from '#server/rules/rows/row-claims.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import { type InProjectFile, type RowInput, type Rows, type StoredRow } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { Failure } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';

interface Described<Fields extends object, Sort extends string, Input> {
  readonly key: string;
  readonly calls: Pick<ServedCrud<Sort, Input, unknown>, 'input' | 'flat' | 'isOfCollection' | 'name' | 'unique' | 'maximumRows'>;
  readonly rowsOf: (db: Database) => Rows<Fields, Sort>;
  readonly inProjectFile: InProjectFile<Fields>;
  readonly completing: (scope: RowScope, db: Database) => Promise<Complete<Fields, Input>>;
  readonly claiming?: ((project: ProjectScope, db: Database) => Promise<Claiming<Fields>>) | undefined;
}

interface Wanted<Fields extends object> {
  readonly fields: RowInput<Fields>;
  readonly known: StoredRow<Fields> | undefined;
}

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0;

/** The kind of rule of a `crud` in the file of a project. */
export function rowFileKind<Fields extends object, Sort extends string, Input>({
  key,
  calls,
  rowsOf,
  completing,
  claiming,
  inProjectFile,
}: Described<Fields, Sort, Input>): FileKind {
  const { input, flat, isOfCollection, name, unique } = calls;
  const { isPeoples = () => true, forgotten = () => null, isOrdered = () => false } = inProjectFile;

  const peoples = async (db: Database, scope: RowScope): Promise<StoredRow<Fields>[]> =>
    (await rowsOf(db).all(scope)).filter(({ fields }) => isPeoples(fields));

  async function read(db: Database, scope: RowScope): Promise<KeyedRow[]> {
    const all = Map.groupBy(await peoples(db, scope), ({ fields }) => isOrdered(fields));
    const { titleOf } = rowsOf(db);
    return [...(all.get(false) ?? []).toSorted(byKey), ...(all.get(true) ?? [])].map((row) => ({
      key: row.key,
      name: titleOf(row.fields),
      values: fileValues(input, row.item, flat),
    }));
  }

  async function check(
    db: Database,
    scope: RowScope,
    file: readonly FileValues[],
    stored: ReadonlyMap<string, StoredRow<Fields>>,
  ): Promise<{ wanted: Wanted<Fields>[]; mistakes: FileMistake[] }> {
    const rows = rowsOf(db);
    const complete = await completing(scope, db);
    const claims = await claiming?.(scope, db);
    const book = claims && new ClaimBook(claims);
    const seen = new Set<string>();
    const wanted: Wanted<Fields>[] = [];
    const mistakes: FileMistake[] = [];
    const breathe = inSlices();
    for (const [at, values] of file.entries()) {
      await breathe();
      const { success, data, error } = z.safeParse(input, sentValues(input, values, flat));
      if (!success) {
        mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
        continue;
      }
      try {
        const fields = await complete(data, (wantedKey) => stored.get(wantedKey)?.fields);
        const rowKey = rows.key(fields);
        if (seen.has(rowKey)) mistakes.push({ ...again(unique[0], name), at });
        else mistakes.push(...(book?.refusal(fields, at + 1)?.problems ?? []).map((problem) => ({ ...problem, at })));
        seen.add(rowKey);
        book?.take(at + 1, fields);
        wanted.push({ fields, known: stored.get(rowKey) });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        mistakes.push(...failure.problems.map((problem) => ({ ...problem, at })));
      }
    }
    return { wanted, mistakes };
  }

  return {
    key,
    isOfCollection,
    shape: 'rows',
    schema: input,
    texts: Object.keys(flat),
    read,
    async write(db, scope, file, author) {
      const rows = rowsOf(db);
      const all = await rows.all(scope);
      const { wanted, mistakes } = await check(db, scope, file, new Map(all.map((row) => [row.key, row])));
      if (mistakes.length > 0) return mistakes;

      const idOf = ({ known }: Wanted<Fields>) => known?.item.id;
      const inOrder = wanted.filter(({ fields }) => isOrdered(fields));
      const kept = keptInOrder(inOrder.map(idOf));
      const moved = new Set(inOrder.flatMap((row) => idOf(row) ?? []).filter((id) => !kept.has(id)));
      const named = new Set(wanted.map(idOf));
      const others = all.filter(({ item, fields }) => !named.has(item.id) && isPeoples(fields));
      const reset = others.map(({ item, fields }) => ({ id: item.id, fields: forgotten(fields) }));
      const gone = reset.filter(({ fields }) => fields === null).map(({ id }) => id);

      const writer = rowWriter(rows, calls, author);
      if (gone.length + moved.size > 0) await writer.remove(scope, [...gone, ...moved]);
      const isNew = ({ known }: Wanted<Fields>) => known === undefined || moved.has(known.item.id);
      await writer.write(scope, {
        added: wanted.filter(isNew).map(({ fields }) => fields),
        changed: [
          ...wanted.flatMap((row) => {
            const { known, fields } = row;
            return known === undefined || isNew(row) || isSame(known.item, fields) ? [] : [{ id: known.item.id, fields }];
          }),
          ...reset.flatMap(({ id, fields }) => (fields === null ? [] : [{ id, fields }])),
        ],
      });
      return [];
    },
  };
}

const again = (field: string, name: string): Problem => ({
  field,
  code: 'alreadyUsed',
  message: errorText('alreadyUsed', { name }),
  parameters: { name },
});

/** Rows are ordered by id. Returns the ids that stay when rows are to have this order; the others, and new rows (undefined), are added after them. */
export function keptInOrder(ids: readonly (number | undefined)[]): ReadonlySet<number> {
  const kept = new Set<number>();
  let last = 0;
  for (const id of ids) {
    if (id === undefined || id < last) break;
    kept.add(id);
    last = id;
  }
  return kept;
}
