import { idOf } from '#engine/index/item-changes.ts';
import { maxChangesAtOnce, type ChangeOutcome, type ItemChange } from '#engine/port.ts';
import { type ItemAuthor, type ItemChangeKind, itemChangeStore, type OwnItemRow } from './item-changes.store.ts';
import type { App } from '#server/app/app.ts';
import { type ProjectScope, searchText } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { inParts } from '#server/db/in-parts.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { inSlices } from '#server/base/slices.ts';
import type { NewestChange } from '#features/data/item-api/item-api.contract.ts';

export type ChangeAuthor = { readonly by: 'api'; readonly run: string | null } | { readonly by: 'user'; readonly userId: number };

const searchableLength = 300;

/** Changes are durable and searchable when this returns. */
export async function changeItems(
  app: App,
  project: ProjectScope,
  collectionId: number,
  changes: readonly ItemChange[],
  author: ChangeAuthor,
): Promise<readonly ChangeOutcome[]> {
  const collection = engineCollection(collectionId);
  const outcomes = await app.engine.change(collection, changes);
  crashPoint('items:changed');
  const ids = [...new Set(changes.map(idOf))];
  const names = new Map<string, string>();
  for (const some of inParts(ids))
    for (const { id, fields } of await app.engine.items(collection, some)) names.set(id, String(fields['name'] ?? ''));
  const store = itemChangeStore(app.db);
  const known = new Map((await store.find(project, collectionId, ids)).map((row) => [row.item_id, row]));
  const ofItems = Map.groupBy(changes.keys(), (at) => idOf(changes[at]!));
  const breathe = inSlices();
  const rows: OwnItemRow[] = [];
  for (const [id, places] of ofItems) {
    await breathe();
    const kind = kindOf(places.map((at) => outcomes[at]!));
    const isPut = places.some((at) => changes[at]!.kind === 'put');
    if (kind !== null) rows.push(rowOf({ id, name: names.get(id), kind, isPut }, author, known.get(id)));
  }
  await store.write(project, collectionId, rows);
  return outcomes;
}

/** Several changes of an item count as one; null if it neither exists nor existed. */
function kindOf(outcomes: readonly ChangeOutcome[]): ItemChangeKind | null {
  const done = outcomes.filter((outcome) => outcome !== 'notFound');
  if (done.at(-1) === 'removed') return 'removed';
  return done.find((outcome) => outcome === 'created' || outcome === 'updated') ?? done[0] ?? null;
}

type KnownRow = Awaited<ReturnType<ReturnType<typeof itemChangeStore>['find']>>[number];

interface ChangedItem {
  readonly id: string;
  /** undefined for a removed item. */
  readonly name: string | undefined;
  readonly kind: ItemChangeKind;
  readonly isPut: boolean;
}

function rowOf({ id, name, kind, isPut }: ChangedItem, author: ChangeAuthor, known: KnownRow | undefined): OwnItemRow {
  const standing = known?.kind === 'removed' ? undefined : known;
  const newest =
    kind === 'unchanged' && standing
      ? standing
      : {
          kind,
          changed_by: author.by,
          user_id: author.by === 'user' ? author.userId : null,
          changed_at: Date.now(),
        };
  return {
    item_id: id,
    search_text: searchText([id, name ?? '']).slice(0, searchableLength),
    added_by: addedBy(author, kind, isPut, standing),
    run: (author.by === 'api' ? author.run : null) ?? standing?.run ?? null,
    kind: newest.kind,
    changed_by: newest.changed_by,
    user_id: newest.user_id,
    changed_at: newest.changed_at,
  };
}

/** A replaced item belongs to its sender; a patched one stays with its feed. */
function addedBy(author: ChangeAuthor, kind: ItemChangeKind, isPut: boolean, known: KnownRow | undefined): ItemAuthor {
  if (author.by === 'api' && isPut) return 'api';
  if (kind === 'created') return author.by;
  return (known?.added_by as ItemAuthor | undefined) ?? 'feed';
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
        generation: row.run,
      },
    ]),
  );
}
