import type { Client } from '#clients/javascript/client.ts';
import type { ShopEvent } from '#clients/javascript/search-types.ts';
import { indexOf, type Indices } from './names.ts';

/** Response and position of a shown item. */
export type SeenItems = ReadonlyMap<string, Pick<ShopEvent, 'query_id' | 'position'>>;

/** View, click and conversion events. */
interface InsightsPayload {
  readonly eventType?: string;
  readonly eventSubtype?: string;
  readonly index?: string;
  readonly queryID?: string;
  readonly objectIDs?: readonly string[];
  readonly positions?: readonly number[];
  readonly objectData?: readonly { readonly queryID?: string; readonly price?: number | string; readonly quantity?: number }[];
  readonly currency?: string;
}

/** The `insightsClient` of InstantSearch. */
export interface InsightsClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- Methods take what they take; InstantSearch types each of them by itself.
  (method: string, ...args: any[]): any;
  /** Prevents InstantSearch from asking for credentials and loading scripts. */
  readonly version: string;
}

const likeVersion = '2.17.2';

/** Ignores events without items and InstantSearch's own. */
export function insightsClientOf(client: Pick<Client, 'track'>, indices: Indices, seen: SeenItems): InsightsClient {
  const note = (payload: InsightsPayload, type: ShopEvent['type']): void => {
    const collection = payload.index === undefined ? undefined : indexOf(payload.index, indices).collection;
    for (const [place, id] of (payload.objectIDs ?? []).entries())
      client.track(eventOf(payload, type, id, place, seen), collection);
  };
  const take = (method: string, payload: unknown): void => {
    if (method === 'getUserToken') return;
    const payloads = (Array.isArray(payload) ? payload : [payload]) as (InsightsPayload | undefined)[];
    for (const one of payloads) {
      const type = method === 'sendEvents' ? typeOfEvent(one ?? {}) : typeOfMethod(method, one ?? {});
      if (one !== undefined && type !== null) note(one, type);
    }
  };
  return Object.assign(take, { version: likeVersion });
}

function typeOfMethod(method: string, { eventSubtype }: InsightsPayload): ShopEvent['type'] | null {
  const [, done = ''] = /^(viewed|clicked|converted|addedToCart|purchased)ObjectIDs(?:AfterSearch)?$/.exec(method) ?? [];
  return typeOfEvent({ eventType: done, ...(eventSubtype !== undefined && { eventSubtype }) });
}

/** A plain conversion on a result page is an addition to the cart. */
function typeOfEvent({ eventType = '', eventSubtype = '' }: InsightsPayload): ShopEvent['type'] | null {
  if (eventType.startsWith('view')) return 'impression';
  if (eventType.startsWith('click')) return 'click';
  const isConversion = eventType.startsWith('conver');
  if (eventType === 'purchased' || (isConversion && eventSubtype === 'purchase')) return 'purchase';
  return eventType === 'addedToCart' || isConversion ? 'cart' : null;
}

function eventOf(payload: InsightsPayload, type: ShopEvent['type'], id: string, place: number, seen: SeenItems): ShopEvent {
  const { queryID, positions, objectData, currency } = payload;
  const known = seen.get(id);
  const data = objectData?.[place];
  const queryId = data?.queryID ?? queryID ?? known?.query_id;
  const position = positions?.[place] ?? known?.position;
  return {
    type,
    item_id: id,
    ...(queryId !== undefined && { query_id: queryId }),
    ...(position !== undefined && { position }),
    ...(data?.quantity !== undefined && { quantity: data.quantity }),
    ...(data?.price !== undefined && { price: Number(data.price) }),
    ...(currency !== undefined && { currency }),
  };
}
