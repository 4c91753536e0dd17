import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Endpoint, type ObjectSchema, type ParsedInputOf, pathParameters, type Schema } from '#contract/endpoint.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { requestPhrases } from '#features/data/phrases/server/phrases.service.ts';
import { apiRequestStore } from './api-requests.store.ts';
import {
  maximumKeyLength,
  patchItem,
  patchItems,
  putItems,
  readItem,
  removeItem,
  removeItems,
  removeOthers,
  requestsPerMinute,
} from '#features/data/item-api/item-api.contract.ts';
import { itemChangeStore } from './item-changes.store.ts';
import { type ChangeAuthor, removeAll } from './item-changes.service.ts';
import { once } from './once.ts';
import { readPatches, readPuts, type SentItem } from './sent-items.ts';
import { readItems, writeItems } from './written-items.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

type ShopServer = Caller<'api'>;
const byApi: ChangeAuthor = { by: 'api', run: null };

export function serveItemApi(app: App): void {
  const collections = collectionStore(app.db);
  const requests = apiRequestStore(app.db);
  const changes = itemChangeStore(app.db);
  const rate = countAttempts({ maximum: requestsPerMinute, windowSeconds: 60 });

  const collectionOf = async (project: ProjectScope, asked: string | number | undefined): Promise<number> => {
    const all = await collections.list(project);
    const found = asked === undefined ? all[0] : all.find(({ id, name }) => String(id) === String(asked) || name === asked);
    if (!found) throw failField('collection', 'notFound', { name: 'collection' });
    return found.id;
  };

  const known = (sent: readonly SentItem[]): void => {
    if (sent.length === 0) throw failField('items', 'required', { name: 'items' });
  };

  /** With an idempotency key, it runs once. */
  function serveChange<Input extends ObjectSchema, Output extends Schema>(
    endpoint: Endpoint<Input, Output, 'api'>,
    handle: (input: ParsedInputOf<Endpoint<Input>>, project: ProjectScope) => Promise<z.output<Output>>,
  ): void {
    serve(app, endpoint, async (input: ParsedInputOf<Endpoint<Input>>, caller: ShopServer) => {
      const { project, idempotencyKey: key } = caller;
      rate.take(String(project.id));
      if (key === null) return new WrittenAnswer(JSON.stringify(await handle(input, project)));
      if (key.length > maximumKeyLength || /\s/.test(key))
        throw failField('Idempotency-Key', 'notValid', { name: 'Idempotency-Key' });
      const named = pathParameters(endpoint.path).map((name) => (input as Record<string, unknown>)[name]);
      const request = JSON.stringify([endpoint.method, endpoint.path, ...named, caller.bodyHash() ?? input]);
      const bodyHash = createHash('sha256').update(request).digest('hex');
      const work = async () => JSON.stringify(await handle(input, project));
      return new WrittenAnswer(await once(requests, { project, key, bodyHash }, work));
    });
  }

  for (const [endpoint, read] of [
    [putItems, readPuts],
    [patchItems, readPatches],
  ] as const) {
    serveChange(endpoint, async ({ collection, generation, item, items = [] }, project) => {
      const collectionId = await collectionOf(project, collection);
      const all = item === undefined ? items : [item, ...items];
      const sent = await readItems(app, project, collectionId, all, read);
      known(sent);
      return writeItems(app, project, collectionId, sent, { by: 'api', run: generation ?? null });
    });
  }

  serveChange(patchItem, async ({ id, collection, generation, fields }, project) => {
    const collectionId = await collectionOf(project, collection);
    const named = { ...fields, id };
    const sent = await readItems(app, project, collectionId, [named], readPatches);
    return foundOne(await writeItems(app, project, collectionId, sent, { by: 'api', run: generation ?? null }));
  });

  serveChange(removeItems, async ({ collection, ids }, project) => {
    const sent = ids.map(removalOf);
    known(sent);
    return writeItems(app, project, await collectionOf(project, collection), sent, byApi);
  });

  serveChange(removeItem, async ({ id, collection }, project) =>
    foundOne(await writeItems(app, project, await collectionOf(project, collection), [removalOf(id)], byApi)),
  );

  serveChange(removeOthers, async ({ collection, except_generation: run }, project) => {
    const collectionId = await collectionOf(project, collection);
    // A mistyped name would otherwise delete everything.
    if (!(await changes.hasRun(project, collectionId, run))) throw fail('generationUnknown', { name: run });
    const next = (after: string, limit: number) => changes.notOfRun(project, collectionId, run, after, limit);
    const removed_count = await removeAll(app, project, collectionId, next, byApi);
    // The run is complete, so phrases can be mined.
    await requestPhrases(app, project, collectionId);
    return { collection_id: collectionId, removed_count };
  });

  serve(app, readItem, async ({ id, collection }, { project }) => {
    rate.take(String(project.id));
    const collectionId = await collectionOf(project, collection);
    const [found] = await app.engine.items(engineCollection(collectionId), [id]);
    const item = foundIn(found, 'item');
    return { collection_id: collectionId, item: { ...item.fields, id: item.id } };
  });
}

const removalOf = (id: string | number): SentItem => ({
  id: String(id),
  change: { kind: 'remove', id: String(id) },
  problems: [],
});

function foundOne<Written extends { items: { outcome: string }[] }>(written: Written): Written {
  if (written.items[0]?.outcome === 'not_found') throw fail('notFound', { name: 'item' });
  return written;
}
