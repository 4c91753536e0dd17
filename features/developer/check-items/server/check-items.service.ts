import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { checkItemRows } from './check-items.store.ts';
import { placeOf } from './item-place.service.ts';
import { itemNameOf } from './shown-items.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { App } from '#server/app/app.ts';
import { releasedRows } from '#server/rules/rows/rule-source.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { CollectionSearch, TriedSettings } from '#server/search/project-search.ts';

/** Gives a project that is just being made the check items of another one, in the collections of the same names. */
export const copyCheckItems = (db: Database, from: ProjectScope, to: ProjectScope): Promise<void> =>
  releasedRows(checkItems, checkItemRows)(db).copy(from, to);

export interface AlertingItem {
  readonly id: number;
  readonly elastic_item_id: string;
  readonly term: string;
  readonly alert_above: number;
}

/** Those of a collection, without what is only recorded. */
export async function alertingItems({ db }: Pick<App, 'db'>, scope: CollectionScope): Promise<AlertingItem[]> {
  const rows = await checkItemRows(db).all(scope);
  return rows
    .map(({ item: { id, elastic_item_id, term, alert_above } }) => ({ id, elastic_item_id, term, alert_above }))
    .filter(({ alert_above: above }) => above > 0);
}

/** Whether a query is the one of a check item, as searches take both. */
export const isQueryOf = ({ term }: Pick<AlertingItem, 'term'>, q: string): boolean => normaliseQuery(term) === normaliseQuery(q);

export async function placesOf(search: CollectionSearch, item: AlertingItem, tried: TriedSettings) {
  const live = await placeOf(search, item);
  const next = await placeOf(search, item, tried);
  const name = await itemNameOf(search, item.elastic_item_id);
  const { id, elastic_item_id, alert_above } = item;
  return { id, elastic_item_id, name, alert_above, live_position: live.position, position: next.position };
}
