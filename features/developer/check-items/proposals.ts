import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { mostProposals } from './check-items.contract.ts';
import { checkItemRows, keyOf } from './check-items.store.ts';
import { nameOf } from './shown-items.ts';
import { eventStore } from '#features/front-api/events/events.store.ts';
import { foundTerms, isTold, recentDays, recentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import type { App } from '#server-kit/app.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import { type CollectionSearch, inCollection } from '#server-kit/project-search.ts';
import { plainRequest } from '#server-kit/search/search-request.ts';

/** Customers look at so many results; what they click most among them is what a query is for. */
const firstHits = 10;
/** Some of the most frequent queries lead to no proposal. */
const triedTerms = 10;

/** What to watch: for the most frequent queries that are told, what customers click most, otherwise what comes first. Nobody searched: nothing. */
export async function proposalsFor(app: App, scope: CollectionScope) {
  const terms = foundTerms(await recentTerms(app, scope, scope.collectionId)).filter(isTold);
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
