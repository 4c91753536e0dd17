import type { StoredEvent, StoredQuery } from './ubi-export.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/counted-found.service.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';

const actions: Readonly<Record<EventType, string>> = {
  impression: 'impression',
  click: 'click',
  cart: 'add_to_cart',
  purchase: 'purchase',
};
/** Of `application`: https://o19s.github.io/ubi/schema/1.3.0/event.schema.json */
const longestApplicationName = 100;

export const applicationOf = (projectName: string): string => Array.from(projectName).slice(0, longestApplicationName).join('');

const momentText = (moment: number): string => new Date(moment).toISOString();

/** https://o19s.github.io/ubi/schema/1.3.0/query.request.schema.json; ids of results aren't stored. */
export const queryDocument = (application: string, row: StoredQuery) => ({
  application,
  query_id: row.query_id,
  query_response_id: row.query_id,
  client_id: row.visitor,
  user_query: row.term,
  timestamp: momentText(row.happened_at),
  query_attributes: {
    result_object: row.result_object,
    language: row.language,
    collection_id: row.collection_id,
    ...(row.item_count !== sentToPage && { item_count: row.item_count }),
    took_ms: row.took_ms,
    search_id: row.search_id,
    is_counted: row.is_counted === 1,
  },
});

/** https://o19s.github.io/ubi/schema/1.3.0/event.schema.json */
export const eventDocument = (application: string, row: StoredEvent) => ({
  application,
  action_name: actions[row.type as EventType],
  ...(row.query_id !== null && { query_id: row.query_id }),
  client_id: row.visitor,
  timestamp: momentText(row.happened_at),
  event_attributes: {
    event_id: row.event_id,
    object: { object_id: row.item_id, object_id_field: 'id' },
    ...(row.position !== null && { position: { ordinal: row.position } }),
    collection_id: row.collection_id,
    ...(row.quantity !== null && { quantity: row.quantity }),
    ...(row.price !== null && { price: row.price }),
    ...(row.currency !== null && { currency: row.currency }),
  },
});
