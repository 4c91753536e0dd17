import { toPage } from '#contract/page.ts';
import type { Item } from '#contract/item.ts';
import type { Problem } from '#contract/errors.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { changeItems, newestChanges } from '#features/data/item-api/server/item-changes.service.ts';
import { itemChangeStore } from '#features/data/item-api/server/item-changes.store.ts';
import { writeItem } from '#features/data/item-api/server/written-items.service.ts';
import {
  addAisleDocument,
  type ItemInput,
  listAisleDocuments,
  removeAisleDocument,
  updateAisleDocument,
} from '#features/developer/documents/documents.contract.ts';
import { fieldsOf, findDocuments, headersOf, reachablePages, shownFields } from './document-search.ts';
import { failField, failInput, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

const shownColumns = ['brand', 'category', 'price', 'currency', 'availability'];

export function serveAisleDocuments(app: App): void {
  const changes = itemChangeStore(app.db);
  const itemOf = async (id: number, itemId: string) => (await app.engine.items(engineCollection(id), [itemId]))[0];

  /** A feed of another system that fills the collection; empty without one. */
  const otherFeedOf = async (project: ProjectScope, collectionId: number): Promise<string> => {
    const feeds = await feedStore(app.db).ofCollection(project, collectionId);
    return feeds.find(({ data_source: source }) => source !== 'aisle_feed' && source !== 'aisle_api')?.name ?? '';
  };

  serve(app, listAisleDocuments, async ({ id, search, only, page, per_page }, { project }) => {
    const fields = await fieldsOf(app, project, id);
    const asked = { from: (page - 1) * per_page, size: per_page };
    const otherFeed = await otherFeedOf(project, id);
    const isWhole = otherFeed === '' && only === 'all';
    const found = isWhole
      ? await findDocuments(app, project, id, search, { ...asked, filters: [], sort: [] })
      : await ownOf(project, id, search, asked);
    const ids = found.items.map((item) => item.id);
    const rows = new Map((await changes.find(project, id, ids)).map((row) => [row.item_id, row.added_by]));
    const newest = await newestChanges(app, project, id, ids);
    const documents = found.items.map((item) => ({
      id: item.id,
      fields: shownFields(item.fields, shownColumns),
      origin: (rows.get(item.id) ?? 'feed') as 'api' | 'user' | 'feed',
      change: newest.get(item.id) ?? null,
    }));
    const answer = toPage(documents, found.totalCount, per_page);
    const reachable = isWhole ? reachablePages(search, per_page) : Infinity;
    return {
      ...answer,
      total_pages: Math.min(answer.total_pages, reachable),
      headers: headersOf(fields),
      other_feed: otherFeed,
    };
  });

  async function ownOf(project: ProjectScope, id: number, search: string, asked: { from: number; size: number }) {
    const { ids, totalCount } = await changes.list(project, id, { ...asked, search });
    return { items: await app.engine.items(engineCollection(id), ids), totalCount };
  }

  const save = async (project: ProjectScope, id: number, input: ItemInput, before: Item | undefined, userId: number) => {
    const typed = { id: input.item_id, fields: input.fields, before: before?.fields ?? null };
    const written = await writeItem(app, project, id, typed, { by: 'user', userId });
    if (written.problems.length > 0) throw failInput(written.problems.map(problemOf));
    return { id: written.id };
  };

  serve(app, addAisleDocument, async ({ id, ...input }, { project, user }) => {
    await fieldsOf(app, project, id);
    if (await itemOf(id, input.item_id)) throw failField('item_id', 'alreadyUsed', { name: 'id' });
    return save(project, id, input, undefined, user.id);
  });

  serve(app, updateAisleDocument, async ({ id, ...input }, { project, user }) => {
    await fieldsOf(app, project, id);
    const before = foundIn(await itemOf(id, input.item_id), 'item');
    return save(project, id, input, before, user.id);
  });

  serve(app, removeAisleDocument, async ({ id, item_id }, { project, user }) => {
    await fieldsOf(app, project, id);
    const item = foundIn(await itemOf(id, item_id), 'item');
    await changeItems(app, project, id, [{ kind: 'remove', id: item.id }], { by: 'user', userId: user.id });
    return { fields: { ...item.fields } };
  });
}

function problemOf({ field, reason }: Awaited<ReturnType<typeof writeItem>>['problems'][number]): Problem {
  const name = field ?? '';
  const code = reason === 'badUrl' ? 'notWebAddress' : reason === 'idTooLong' ? 'notValid' : 'valueNotFitting';
  const { problems } = failField(reason === 'idTooLong' ? 'item_id' : `fields.${name}`, code, { field: name, name });
  return problems[0] as Problem;
}
