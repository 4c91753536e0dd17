import {
  type Check,
  type CheckItem,
  checkItems,
  checkNow,
  countAlerts,
  isOnAlert,
  listedChecks,
  readCheckHistory,
  readPlace,
  readProposals,
} from './check-items.contract.ts';
import { checkItemRows, type CheckItemFields, checkItemsKey, checkItemStore, keyOf } from './check-items.store.ts';
import { checkPlaceStore } from './check-places.store.ts';
import { requestChecks, runChecks } from './check-runs.service.ts';
import { placeOf } from './item-place.service.ts';
import { proposalsFor } from './proposals.ts';
import { shownItems } from './shown-items.ts';
import type { App } from '#server-kit/app.ts';
import { serveRowsWith } from '#server-kit/crud/serve-rows.ts';
import { collectionOf, type ProjectScope } from '#server-kit/db/row-scope.ts';
import type { RowItem } from '#server-kit/db/rows/row-table.ts';
import { failField } from '#server-kit/fail.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { shownItem } from '#server-kit/search/preview.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

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

  serveRowsWith(app, checkItems, checkItemRows, checkItemsKey, {
    shown,
    completing: () => (input) => input,
    async checkSent({ id, collectionId }, sent, known) {
      if (sent.elastic_item_id === known?.elastic_item_id || collectionId === undefined) return;
      const { items, isFilled, isDown } = await shownItems(app, { id, collectionId }, [sent.elastic_item_id]);
      if (items.size === 0 && isFilled && !isDown)
        throw failField('elastic_item_id', 'notInCatalogue', { item: sent.elastic_item_id });
    },
    written: (project) => requestChecks(app, project),
  });

  serve(app, readCheckHistory, async ({ id }, { project }) => {
    const collectionId = foundIn((await store.collectionOf(project, [id])).get(id), checkItems.name);
    const checks = await places.all(project, id);
    const imports = await places.imports({ ...project, collectionId });
    return checks.map((check) => {
      // Checks are made soon after the import that they are for.
      const last = check.cause === 'import' ? imports.findLast(({ finishedAt }) => finishedAt <= check.at) : undefined;
      return { ...check, import: last ? { id: last.id, feed_id: last.feed_id } : null };
    });
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
