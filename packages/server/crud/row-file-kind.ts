import type { FileKind, FileMistake } from '#server/rules/files/file-kind.ts';
import { fileValues, sentValues } from '#server/rules/files/file-values.ts';
import { isSame, readInputs, type ServedRows } from '#server/rules/rows/row-import.ts';
import { ClaimBook } from '#server/rules/rows/row-claims.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { RowInput, StoredRow } from '#server/rules/rows/row-table.ts';
import { failField } from '#server/base/fail.ts';

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
  completed,
  claiming,
}: ServedRows<Fields, Sort, Input> & { readonly key: string }): FileKind {
  const { input, flat, isOfCollection, name, unique } = calls;
  return {
    key,
    isOfCollection,
    shape: 'rows',
    schema: input,
    texts: Object.keys(flat),
    async read(db, scope) {
      const { all, titleOf, inProjectFile } = rowsOf(db);
      const { isPeoples, isOrdered } = inProjectFile;
      const kept = (await all(scope)).filter(({ fields }) => isPeoples(fields));
      const { ordered = [], others = [] } = Object.groupBy(kept, ({ fields }) => (isOrdered(fields) ? 'ordered' : 'others'));
      return [...others.toSorted(byKey), ...ordered].map((row) => ({
        key: row.key,
        name: titleOf(row.fields),
        values: fileValues(input, row.item, flat),
      }));
    },
    async write(db, scope, file, author) {
      const rows = rowsOf(db);
      const { isPeoples, forgotten, isOrdered } = rows.inProjectFile;
      const all = await rows.all(scope);
      const stored = new Map(all.map((row) => [row.key, row]));
      const claims = await claiming?.(scope, db);
      const book = claims && new ClaimBook(claims);
      const sent = file.map((values, at) => ({ line: at, values: sentValues(input, values, flat) }));
      const complete = await completed(scope, 'project', db);
      const mistakes: FileMistake[] = [];
      const wanted = new Map<string, Wanted<Fields>>();
      for (const { line: at, fields, problems } of await readInputs(sent, input, complete, (of) => stored.get(of)?.fields)) {
        mistakes.push(...problems.map((problem) => ({ ...problem, at })));
        if (!fields) continue;
        const rowKey = rows.key(fields);
        const refusal = wanted.has(rowKey) ? failField(unique[0], 'alreadyUsed', { name }) : book?.refusal(fields, at + 1);
        mistakes.push(...(refusal?.problems ?? []).map((problem) => ({ ...problem, at })));
        book?.take(at + 1, fields);
        wanted.set(rowKey, { fields, known: stored.get(rowKey) });
      }
      if (mistakes.length > 0) return mistakes;

      const idOf = ({ known }: Wanted<Fields>) => known?.item.id;
      const ids = [...wanted.values()].filter(({ fields }) => isOrdered(fields)).map(idOf);
      const kept = keptInOrder(ids);
      const moved = new Set(ids.flatMap((id) => (id === undefined || kept.has(id) ? [] : [id])));
      const others = all.filter((row) => !wanted.has(row.key) && isPeoples(row.fields));
      const reset = others.map(({ item: { id }, fields }) => ({ id, fields: forgotten(fields) }));
      const gone = reset.flatMap(({ id, fields }) => (fields === null ? [id] : []));

      const writer = rowWriter(rows, calls, author);
      if (gone.length + moved.size > 0) await writer.remove(scope, [...gone, ...moved]);
      const added: RowInput<Fields>[] = [];
      const changed = reset.flatMap(({ id, fields }) => (fields === null ? [] : [{ id, fields: fields as RowInput<Fields> }]));
      for (const { known, fields } of wanted.values())
        if (known === undefined || moved.has(known.item.id)) added.push(fields);
        else if (!isSame(known.item, fields)) changed.push({ id: known.item.id, fields });
      await writer.write(scope, { added, changed });
      return [];
    },
  };
}

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
