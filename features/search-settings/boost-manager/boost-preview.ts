import { checkedBoosts, type SentBoosts } from './boost-draft.ts';
import { liveBoosts } from './boost-state.ts';
import { boostSettingsKey, boostsKey } from './boost-manager.store.ts';
import type { App } from '#server-kit/app.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import { validityAt } from '#server-kit/releases/validity.ts';
import type { Tried } from '#server-kit/releases/tried-rows.ts';

/** What is live, with these boosts in place of the live ones of the collection. */
export async function triedBoosts(app: App, scope: CollectionScope, sent: SentBoosts): Promise<Tried> {
  const { collectionId: collection_id } = scope;
  const boosts = await checkedBoosts(app.db, scope, sent.boosts);
  const live = await liveBoosts(app, scope);
  const put = boosts
    .filter((boost) => boost.is_active !== false && validityAt({ id: 0, ...boost }, Date.now()).is_in_force === 1)
    .map(({ id, ...boost }, place) => ({ source: boostsKey, row: { ...boost, id: id ?? -place, collection_id } }));
  const settings = { id: live.settings?.id ?? 0, collection_id, overrides_relevance: sent.overrides_relevance };
  const ids = new Set(put.map(({ row }) => row.id));
  const without = live.boosts.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ source: boostsKey, id }));
  return { put: [...put, { source: boostSettingsKey, row: settings }], without };
}
