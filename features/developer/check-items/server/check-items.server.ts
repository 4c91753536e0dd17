import {
  type Check,
  type CheckItem,
  checkItems,
  checkNow,
  countAlerts,
  isOnAlert,
  listedChecks,
  mostProposals,
  readCheckHistory,
  readPlace,
  readProposals,
} from '#features/developer/check-items/check-items.contract.ts';
import {
  type CheckItemFields,
  checkItemRows,
  checkItemsKey,
  checkItemStore,
  keyOf,
  checkPlaceStore,
} from './check-items.store.ts';
import { requestChecks, runChecks } from './check-runs.service.ts';
import { placeOf, nameOf, shownItems } from './check-items.service.ts';
import type { App } from '#server/app/app.ts';
import { rowsWritten, serveRows } from '#server/crud/serve-rows.ts';
import { collectionOf, type CollectionScope, type ProjectScope } from '#server/db/row-scope.ts';
import type { RowItem } from '#server/rules/rows/row-table.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { shownItem } from '#server/search/preview.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import {
  foundTerms,
  isPublic,
  recentDays,
  recentTerms,
} from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { plainRequest } from '#server/search/search-request.ts';

const firstHits = 10;
const triedTerms = 10;

/** Suggests items to watch: for each of the most frequent queries the most clicked item, or else the first result. Empty without searches. */
async function proposalsFor(app: App, scope: CollectionScope) {
  const terms = foundTerms(await recentTerms(app, scope, scope.collectionId)).filter(isPublic);
  if (terms.length === 0) return [];
  const watched = new Set((await checkItemRows(app.db).all(scope)).map(({ fields }) => keyOf(fields)));
  return inCollection(app, scope, scope.collectionId, async (search) => {
    const proposals: { term: string; elastic_item_id: string; name: string }[] = [];
    for (const { term } of terms.slice(0, triedTerms)) {
      if (proposals.length === mostProposals) break;
      const hit = await bestFor(app, scope, search, term);
      if (!hit || watched.has(keyOf({ term, elastic_item_id: hit.id }))) continue;
      proposals.push({ term, elastic_item_id: hit.id, name: nameOf(hit.item) });
    }
    return proposals;
  });
}

async function bestFor(app: App, scope: CollectionScope, search: CollectionSearch, term: string) {
  const { hits } = await search.find(plainRequest(term, firstHits));
  const since = addDays(dayOf(Date.now(), defaultTimeZone), -recentDays);
  const clicks = await eventStore(app.db).clicksSince(
    scope,
    scope.collectionId,
    since,
    hits.map(({ id }) => id),
  );
  return hits.toSorted((one, other) => (clicks.get(other.id) ?? 0) - (clicks.get(one.id) ?? 0))[0];
}

export function serveCheckItems(app: App): void {
  const store = checkItemStore(app.db);
  const places = checkPlaceStore(app.db);

  async function shown(rows: readonly RowItem<CheckItemFields>[], project: ProjectScope): Promise<CheckItem[]> {
    const ids = rows.map(({ id }) => id);
    const [checks, collections] = [await places.last(project, ids), await store.collectionOf(project, ids)];
    const items = new Map<number, Awaited<ReturnType<typeof shownItems>>>();
    for (const [collectionId, ofOne] of Map.groupBy(rows, ({ id }) => collections.get(id)))
      if (collectionId !== undefined) {
        const itemIds = ofOne.map((row) => row.elastic_item_id);
        items.set(collectionId, await shownItems(app, { id: project.id, collectionId }, itemIds));
      }
    return rows.flatMap((row) => {
      const collection_id = collections.get(row.id);
      if (collection_id === undefined) return [];
      const found = items.get(collection_id);
      const check = shownCheck(row, checks.get(row.id) ?? []);
      return [
        {
          ...check,
          // Where nothing was ever imported there is nothing to check.
          is_checking: check.is_checking && found?.isFilled === true,
          collection_id,
          item: found?.items.get(row.elastic_item_id) ?? null,
        },
      ];
    });
  }

  serveRows(app, checkItems, checkItemRows, checkItemsKey, {
    shown,
    completing: (scope, _db, way) => async (input, storedAs) => {
      const { collectionId, id } = scope;
      const { elastic_item_id: itemId } = input;
      if (way !== 'form' || collectionId === undefined || storedAs(keyOf(input))?.elastic_item_id === itemId) return input;
      const { items, isFilled, isDown } = await shownItems(app, { id, collectionId }, [itemId]);
      if (items.size === 0 && isFilled && !isDown) throw failField('elastic_item_id', 'notInCatalogue', { item: itemId });
      return input;
    },
  });
  app.events.on(rowsWritten, async ({ key, project }) => {
    if (key === checkItemsKey) await requestChecks(app, project);
  });

  serve(app, readCheckHistory, async ({ id }, { project }) => {
    foundIn((await store.collectionOf(project, [id])).get(id), checkItems.name);
    return places.all(project, id);
  });

  serve(app, checkNow, async ({ c, ids }, { project }) => {
    const count = await store.ask(await collectionOf(app.db, project, c), Date.now(), ids);
    if (count > 0) await requestChecks(app, project);
    return { count };
  });

  serve(app, readPlace, async ({ c, ...asked }, { project }) => {
    const scope = await collectionOf(app.db, project, c);
    const watched = await checkItemRows(app.db).idsByKey(scope, [keyOf(asked)]);
    return inCollection(app, project, c, async (search) => {
      const [item] = await search.items([asked.elastic_item_id]);
      const place = await placeOf(search, asked);
      return { ...place, item: item ? shownItem(item) : null, watched_by: watched.get(keyOf(asked)) ?? null };
    });
  });

  serve(app, readProposals, async ({ c }, { project }) => proposalsFor(app, await collectionOf(app.db, project, c)));

  serve(app, countAlerts, async (_input, { project }) => ({ count: await store.countAlerts(project) }));

  runChecks(app);
}

function shownCheck(row: RowItem<CheckItemFields>, checks: readonly Check[]) {
  const { asked_at: askedAt = null, alert_above: alertAbove } = row;
  const [last, before] = [checks.at(-1), checks.at(-2)];
  const isCompared = last?.position != null && before?.position != null;
  return {
    ...row,
    outcome: last?.outcome ?? null,
    position: last?.position ?? null,
    total_count: last?.total_count ?? null,
    change: isCompared ? before.position! - last.position! : null,
    is_alert: last !== undefined && isOnAlert(last.position, alertAbove),
    is_checking: askedAt !== null,
    checked_at: last?.at ?? null,
    history: checks.slice(-listedChecks).map(({ at, position }) => ({ at, position })),
  };
}
