import { type ItemProblem, problemTexts } from '#feeds/feed-texts.ts';
import type { FieldType, Item } from '#contract/item.ts';
import type { ChangeOutcome } from '#engine/port.ts';
import { maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { collectionStore, type CollectionField } from '#features/data/collections/server/collections.store.ts';
import { itemOutcomes, type ItemResult, type WrittenItems } from '#features/data/item-api/item-api.contract.ts';
import { type ChangeAuthor, changeItems } from './item-changes.service.ts';
import {
  broughtBy,
  flattenSent,
  foundFields,
  readPatches,
  readPuts,
  type ReadSent,
  storedNames,
  type SentItem,
} from './sent-items.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { layoutOf } from '#features/data/collections/server/collection-fields.service.ts';
import { apiRequestStore } from './api-requests.store.ts';
import { once } from './once.ts';

async function knownTypesOf(
  app: App,
  project: ProjectScope,
  collectionId: number,
  names: readonly string[],
): Promise<Record<string, FieldType>> {
  const fields = await collectionStore(app.db).fields(project, collectionId, names);
  return Object.fromEntries(fields.map(({ name, type }) => [name, type]));
}

export async function readItems(
  app: App,
  project: ProjectScope,
  collectionId: number,
  sent: readonly unknown[],
  read: ReadSent,
): Promise<SentItem[]> {
  const flat = await flattenSent(sent);
  return read(flat, await knownTypesOf(app, project, collectionId, storedNames(flat)));
}

export async function writeItems(
  app: App,
  project: ProjectScope,
  collectionId: number,
  sent: readonly SentItem[],
  author: ChangeAuthor,
): Promise<WrittenItems> {
  const changes = sent.flatMap(({ change }) => change ?? []);
  const { isReady, newFields } = await prepare(app, project, collectionId, sent);
  const outcomes = isReady
    ? await changeItems(app, project, collectionId, changes, author)
    : changes.map((): ChangeOutcome => 'notFound');
  const items = resultsOf(sent, outcomes);
  const counts = Object.fromEntries(
    itemOutcomes.map((outcome) => [outcome, items.filter((item) => item.outcome === outcome).length]),
  ) as WrittenItems['counts'];
  return { collection_id: collectionId, items, counts, new_fields: newFields, note: noteOf(newFields) };
}

interface TypedItem {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** null for a new one. Unchanged fields stay. */
  readonly before: Item['fields'] | null;
}

/** Any problem refuses it: a person is there to fix it. */
export async function writeItem(
  app: App,
  project: ProjectScope,
  collectionId: number,
  { id: typedId, fields, before }: TypedItem,
  author: ChangeAuthor,
): Promise<{ readonly id: string; readonly problems: readonly ItemProblem[] }> {
  const sent =
    before === null
      ? await readItems(app, project, collectionId, [{ ...fields, id: typedId }], readPuts)
      : await readItems(app, project, collectionId, [{ ...changesOf(before, fields), id: typedId }], readPatches);
  const [{ id, problems: all } = { id: null, problems: [] }] = sent;
  const problems = all.filter(({ reason }) => reason !== 'missingName');
  if (problems.length === 0) await writeItems(app, project, collectionId, sent, author);
  return { id: id ?? typedId, problems };
}

function changesOf(before: Item['fields'], fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  const gone = Object.keys(before).filter((name) => fields[name] === undefined || fields[name] === '');
  return { ...Object.fromEntries(changed), ...Object.fromEntries(gone.map((name) => [name, null])) };
}

/** Adds new fields, and builds the first generation. */
async function prepare(app: App, project: ProjectScope, collectionId: number, sent: readonly SentItem[]) {
  const collections = collectionStore(app.db);
  const isPublished = (await app.engine.status(engineCollection(collectionId))) !== null;
  const hasPut = sent.some(({ change }) => change?.kind === 'put');
  if (!isPublished && !hasPut) return { isReady: false, newFields: [] };
  const brought = broughtBy(sent);
  if (!isPublished) {
    const { fields } = foundFields(await collections.fields(project, collectionId), brought);
    if (fields.length > maximumKnownFields) throw fail('tooManyFields', { max: maximumKnownFields });
    await makeFirstGeneration(app, project, collectionId, fields);
    return { isReady: true, newFields: [] };
  }
  const names = new Set(['id', ...brought.flatMap(({ fields }) => Object.keys(fields))]);
  const known = await collections.fields(project, collectionId, [...names]);
  for (const { name } of known) names.delete(name);
  if (names.size === 0) return { isReady: true, newFields: [] };
  const { indexed_count: indexedCount } = await collections.countFields(project, collectionId);
  const { added } = foundFields(known, brought, indexedCount);
  const add = (db: Database) => collectionStore(db).addFieldsWithin(project, collectionId, added, maximumKnownFields);
  // A private field has to be in a release before an item has it.
  const isAdded =
    added.length === 0 ||
    (await (added.some(({ isArchived }) => isArchived)
      ? app.releases.change(project, { userId: null, reason: 'items' }, add)
      : app.db.transaction().execute(add)));
  if (!isAdded) throw fail('tooManyFields', { max: maximumKnownFields });
  return { isReady: true, newFields: added.map(({ name }) => name) };
}

const outcomeNames = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  removed: 'removed',
  notFound: 'not_found',
} as const satisfies Record<ChangeOutcome, ItemResult['outcome']>;

function resultsOf(sent: readonly SentItem[], outcomes: readonly ChangeOutcome[]): ItemResult[] {
  let place = 0;
  return sent.map(({ id, change, problems }, index) => {
    const outcome = change === null ? undefined : outcomes[place++];
    return {
      index,
      id,
      outcome: outcome === undefined ? 'refused' : outcomeNames[outcome],
      problems: problems.map(({ severity, field, value, reason }) => ({
        severity,
        field: field ?? '',
        value,
        reason,
        message: problemTexts[reason],
      })),
    };
  });
}

const noteOf = (newFields: readonly string[]): string =>
  newFields.length === 0
    ? ''
    : `New in this collection: ${newFields.join(', ')}. They are kept with the items, and can be searched and filtered once the collection is recreated or imported again.`;

/** One of several concurrent requests builds it, also across servers. */
async function makeFirstGeneration(
  app: App,
  project: ProjectScope,
  collectionId: number,
  fields: readonly CollectionField[],
): Promise<void> {
  const collections = collectionStore(app.db);
  const requests = apiRequestStore(app.db);
  const name = engineCollection(collectionId);
  // Keys of callers have no spaces.
  const key = `first generation of ${name}`;
  await once(requests, { project, key, bodyHash: '' }, async () => {
    if ((await app.engine.status(name)) !== null) return 'there';
    await app.releases.change(project, { userId: null, reason: 'items' }, (db) =>
      collectionStore(db).addFields(project, collectionId, fields),
    );
    const stored = await collections.fields(project, collectionId);
    const build = await app.engine.build(name, layoutOf(await collections.language(project), stored));
    const { generation } = await build.finish();
    await app.engine.publish(name, generation);
    return 'made';
  });
  await requests.forget(project, key);
}
