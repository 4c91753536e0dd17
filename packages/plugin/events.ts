import type { Found } from './results/results-model.ts';
import type { Shop } from './shop.ts';

export interface CartItem {
  readonly item_id: string;
  readonly quantity?: number;
  readonly price?: number;
  /** ISO 4217. */
  readonly currency?: string;
}

type Event = { readonly [Name in keyof CartItem]: CartItem[Name] | undefined } & {
  readonly id: string;
  readonly type: 'impression' | 'click' | 'cart' | 'purchase';
  readonly query_id?: string | undefined;
  /** Among the results, from 1. */
  readonly position?: number;
};

const gatherMilliseconds = 1_000;
/** The server takes no more at once. */
const mostAtOnce = 100;
const storageName = 'aisle-found-by';
const mostRemembered = 50;

export class Events {
  readonly #shop: Shop;
  #waiting: Event[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen = new Set<string>();

  constructor(shop: Shop) {
    this.#shop = shop;
    addEventListener('pagehide', () => this.#send());
  }

  shown({ items, queryIds }: Found): void {
    if (!this.#shop.settings.sends_clicks) return;
    for (const [place, { id }] of items.entries()) {
      const queryId = queryIds[place];
      const key = `${queryId} ${id}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#add({ type: 'impression', item_id: id, query_id: queryId, position: place + 1 });
    }
  }

  clicked(itemId: string, position: number, queryId: string | null): void {
    const { sends_clicks: sendsClicks, sends_purchases: sendsPurchases } = this.#shop.settings;
    if (queryId !== null && sendsPurchases) remember(itemId, queryId);
    if (!sendsClicks) return;
    this.#add({ type: 'click', item_id: itemId, query_id: queryId ?? undefined, position });
    // The page may be gone in a moment.
    this.#send();
  }

  took(type: 'cart' | 'purchase', items: readonly CartItem[]): void {
    if (!this.#shop.settings.sends_purchases) return;
    for (const { item_id, quantity, price, currency } of items) {
      const id = String(item_id);
      this.#add({ type, item_id: id, query_id: foundBy(id), quantity, price, currency });
    }
    this.#send();
  }

  #add(event: Omit<Event, 'id'>): void {
    this.#waiting.push({ id: randomId(), ...event });
    this.#timer ??= setTimeout(() => this.#send(), gatherMilliseconds);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) this.#shop.calls.send('events', { events: this.#waiting.splice(0, mostAtOnce) });
  }
}

/** So that an event that is sent twice counts once. Pages without TLS have no `randomUUID`. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

type FoundBy = [itemId: string, queryId: string][];

/** By which search an item was found, for as long as the tab is open: what is bought is mostly found some pages earlier. */
function remembered(): FoundBy {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '[]') as FoundBy;
  } catch {
    return [];
  }
}

function remember(itemId: string, queryId: string): void {
  const others = remembered().filter(([id]) => id !== itemId);
  try {
    sessionStorage.setItem(storageName, JSON.stringify([[itemId, queryId], ...others].slice(0, mostRemembered)));
  } catch {
    // The browser keeps nothing for this page.
  }
}

const foundBy = (itemId: string): string | undefined => remembered().find(([id]) => id === itemId)?.[1];
