import type { FieldValue, Item } from '#contract/item.ts';
import { idOf, planChanges, type StandingItem } from '#engine/index/item-changes.ts';
import { maxChangesAtOnce, type ChangeOutcome, type ItemChange } from '#engine/port.ts';
import { fieldsJsonOf } from '#engine/index/stored-item.ts';
import { type ItemAuthor, type ItemChangeKind, itemChangeStore, type OwnItemRow, parts } from './item-changes.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { searchText } from '#server/db/row-scope.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { inSlices } from '#server/base/slices.ts';
import type { NewestChange } from '#features/data/item-api/item-api.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';

export type ChangeAuthor = { readonly by: 'api'; readonly run: string | null } | { readonly by: 'user'; readonly userId: number };

export const keptValueLength = 300;
export const keptFields = 40;
const searchableLength = 300;

type Fields = Readonly<Record<string, FieldValue>>;

/** Changes are durable and searchable when this returns. */
export async function changeItems(
  app: App,
  project: ProjectScope,
  collectionId: number,
  changes: readonly ItemChange[],
  author: ChangeAuthor,
): Promise<readonly ChangeOutcome[]> {
  const collection = engineCollection(collectionId);
  const ids = [...new Set(changes.map(idOf))];
  const before = new Map<string, Item>();
  for (const some of parts(ids)) for (const item of await app.engine.items(collection, some)) before.set(item.id, item);
  const outcomes = await app.engine.change(collection, changes);
  crashPoint('items:changed');
  const after = await afterChanges(changes, before);
  const store = itemChangeStore(app.db);
  const known = new Map((await store.find(project, collectionId, ids)).map((row) => [row.item_id, row]));
  const puts = new Set(changes.filter(({ kind }) => kind === 'put').map(idOf));
  const breathe = inSlices();
  const rows: OwnItemRow[] = [];
  for (const id of ids) {
    await breathe();
    const was = before.get(id)?.fields ?? null;
    const next = after.get(id);
    const is = next === undefined ? was : next === null ? null : (JSON.parse(next.json) as Fields);
    if (was !== null || is !== null) rows.push(rowOf(id, was, is, author, puts.has(id), known.get(id)));
  }
  await store.write(project, collectionId, rows);
  return outcomes;
}

/** Yields to other requests. */
async function afterChanges(
  changes: readonly ItemChange[],
  before: ReadonlyMap<string, Item>,
): Promise<ReadonlyMap<string, StandingItem | null>> {
  const breathe = inSlices();
  const after = new Map<string, StandingItem | null>();
  const itemNow = (id: string): StandingItem | null => {
    const changed = after.get(id);
    if (changed !== undefined) return changed;
    const item = before.get(id);
    return item === undefined ? null : { json: fieldsJsonOf(item), source: item.source ?? null };
  };
  for (const change of changes) {
    await breathe();
    for (const [id, item] of planChanges([change], itemNow).items) after.set(id, item);
  }
  return after;
}

type KnownRow = Awaited<ReturnType<ReturnType<typeof itemChangeStore>['find']>>[number];

function rowOf(
  id: string,
  was: Fields | null,
  is: Fields | null,
  author: ChangeAuthor,
  isPut: boolean,
  known: KnownRow | undefined,
): OwnItemRow {
  const standing = known?.kind === 'removed' ? undefined : known;
  const kind = kindOf(was, is);
  const run = (author.by === 'api' ? author.run : null) ?? standing?.run ?? null;
  const name = String((is ?? was)?.['name'] ?? '');
  const common = {
    item_id: id,
    search_text: searchText([id, name]).slice(0, searchableLength),
    added_by: addedBy(author, kind, isPut, standing),
    run,
  };
  if (kind === 'unchanged' && standing) {
    const { changed_by, user_id, changed_at, before, after } = standing;
    return { ...common, kind: standing.kind, changed_by, user_id, changed_at, before, after };
  }
  const { before, after } = changedFields(was ?? {}, is ?? {});
  return {
    ...common,
    kind,
    changed_by: author.by,
    user_id: author.by === 'user' ? author.userId : null,
    changed_at: Date.now(),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  };
}

/** A replaced item belongs to its sender; a patched one stays with its feed. */
function addedBy(author: ChangeAuthor, kind: ItemChangeKind, isPut: boolean, known: KnownRow | undefined): ItemAuthor {
  if (author.by === 'api' && isPut) return 'api';
  if (kind === 'created') return author.by;
  return (known?.added_by as ItemAuthor | undefined) ?? 'feed';
}

function kindOf(was: Fields | null, is: Fields | null): ItemChangeKind {
  if (is === null) return 'removed';
  if (was === null) return 'created';
  return JSON.stringify(was) === JSON.stringify(is) ? 'unchanged' : 'updated';
}

function changedFields(was: Fields, is: Fields): { before: Record<string, FieldValue>; after: Record<string, FieldValue> } {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name])).slice(0, keptFields);
  const pick = (fields: Fields) =>
    Object.fromEntries(changed.flatMap((name) => (fields[name] === undefined ? [] : [[name, shortened(fields[name])]])));
  return { before: pick(was), after: pick(is) };
}

function shortened(value: FieldValue): FieldValue {
  if (typeof value === 'string')
    return value.length > keptValueLength ? `${value.slice(0, keptValueLength)}…`.toWellFormed() : value;
  if (typeof value === 'object') return shortened(value.join(', '));
  return value;
}

/** Answers how many existed. */
export async function removeAll(
  app: App,
  project: ProjectScope,
  collectionId: number,
  nextIds: (after: string, limit: number) => Promise<readonly string[]>,
  author: ChangeAuthor,
): Promise<number> {
  let removed = 0;
  for (let after = ''; ;) {
    const ids = await nextIds(after, maxChangesAtOnce);
    const last = ids.at(-1);
    if (last === undefined) return removed;
    const outcomes = await changeItems(
      app,
      project,
      collectionId,
      ids.map((id) => ({ kind: 'remove', id }) as const),
      author,
    );
    removed += outcomes.filter((outcome) => outcome === 'removed').length;
    after = last;
  }
}

export async function newestChanges(
  app: App,
  project: ProjectScope,
  collectionId: number,
  ids: readonly string[],
): Promise<Map<string, NewestChange>> {
  const rows = await itemChangeStore(app.db).find(project, collectionId, ids);
  return new Map(
    rows.map((row) => [
      row.item_id,
      {
        kind: row.kind as NewestChange['kind'],
        by: row.changed_by as NewestChange['by'],
        person: [row.user_name, row.user_surname].filter(Boolean).join(' '),
        at: row.changed_at,
        before: jsonOf<Record<string, unknown>>(row.before, {}, 'own_item.before', row.id),
        after: jsonOf<Record<string, unknown>>(row.after, {}, 'own_item.after', row.id),
        generation: row.run,
      },
    ]),
  );
}
