import type { MadeUpQuery } from './made-up-query.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';
import type { StoredEvent } from '#features/front-api/events/server/events.store.ts';
import { chance } from '#sample-shop/visitors.ts';

const seenItems = 4;
/** Shares of searches clicked, clicks put into the cart, and carts paid. */
const [clickedShare, cartShare, paidShare] = [0.45, 0.16, 0.4];
/** Factor per position. */
const rarerBelow = 0.6;
const betweenEventsMilliseconds = 20_000;

export function madeUpEvents({ logged, found }: MadeUpQuery): StoredEvent[] {
  const { queryId, projectId, collectionId, day, happenedAt, visitorHash } = logged;
  const drawn = (what: string): number => chance(`${what} after ${queryId}`);
  let number = 0;
  const event = (type: EventType, itemId: string, position: number): StoredEvent => ({
    eventId: `${queryId}-${(number += 1)}`,
    projectId,
    collectionId,
    day,
    type,
    itemId,
    queryId,
    position,
    happenedAt: happenedAt + number * betweenEventsMilliseconds,
    quantity: type === 'purchase' ? 1 : null,
    price: null,
    currency: null,
    visitor: visitorHash,
  });
  const events = found.itemIds.slice(0, seenItems).map((id, at) => event('impression', id, at + 1));
  const place = Math.floor(Math.log(1 - drawn('place')) / Math.log(rarerBelow));
  const clicked = found.itemIds[place];
  if (clicked === undefined || drawn('click') > clickedShare) return events;
  const follows: readonly (readonly [EventType, boolean])[] = [
    ['click', true],
    ['cart', drawn('cart') < cartShare],
    ['purchase', drawn('cart') < cartShare && drawn('purchase') < paidShare],
  ];
  return [...events, ...follows.flatMap(([type, isSo]) => (isSo ? [event(type, clicked, place + 1)] : []))];
}
