import { addDays, dayOf } from '#contract/days.ts';
import { frontAlsoViewed, frontBoughtTogether } from './paired-items.contract.ts';
import { shopItemOf } from '#features/front-api/items/shop-item.service.ts';
import { countedIds } from '#features/front-api/server/counted-ids.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { foundIn } from '#server/base/fail.ts';
import { pairedDays } from '#contract/limits.ts';
import { pairedItems } from '#server/stats/item-pairs.ts';

/** Spare candidates: items may be deleted, or variants of the same product. */
const candidates = 100;

const kinds = [
  { call: frontBoughtTogether, endpoint: 'bought_together', by: 'purchase' },
  { call: frontAlsoViewed, endpoint: 'also_viewed', by: 'click' },
] as const;

export function servePairedItems(app: App, { answerItems }: FrontApi): void {
  for (const { call, endpoint, by } of kinds)
    serve(app, call, ({ id, collection, limit }, { project, ...caller }, _upload, signal) =>
      answerItems(
        { endpoint, caller: { project, ...caller }, signal, collection, asked: [id, limit] },
        async (search, collectionId) => {
          const item = foundIn((await search.session.items([id]))[0], 'item');
          const today = dayOf(Date.now(), project.timeZone);
          const range = { start: addDays(today, -pairedDays), end: today };
          const asked = { project, collectionId, range, language: '', resultObject: 'all' };
          const ids = await countedIds(app, project, [endpoint, collectionId, id], () =>
            pairedItems(app.db, asked, by, id, candidates),
          );
          const group = search.session.layout?.groupField ?? null;
          const isOther = (fields: typeof item.fields) =>
            group === null || fields[group] === undefined || fields[group] !== item.fields[group];
          const others = (await search.items(ids)).filter(({ fields }) => isOther(fields));
          return { items: others.slice(0, limit).map((one) => shopItemOf(one, search.relevance)) };
        },
      ),
    );
}
