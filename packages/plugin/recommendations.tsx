import { render } from 'preact';
import type { PlainItem } from './calls.ts';
import type { Events } from './events.ts';
import { shownItemOf } from './item.tsx';
import { ResultTile } from './results/results.tsx';
import { partOf, type Shop } from './shop.ts';

/** Calls and titles by `data-aisle-recommend`. */
const kinds = {
  similar: { call: 'similar', title: 'similar', hasItem: true },
  together: { call: 'bought-together', title: 'boughtTogether', hasItem: true },
  viewed: { call: 'also-viewed', title: 'alsoViewed', hasItem: true },
  trending: { call: 'trending', title: 'popular', hasItem: false },
} as const;
type Kind = keyof typeof kinds;

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** Fills `<div data-aisle-recommend="similar" data-item="ID">`; it stays empty where nothing is recommended. */
export class Recommendations {
  readonly #shop: Shop;
  readonly #events: Events;
  readonly #warn: (text: string) => void;
  /** Attributes with which a place was filled. */
  readonly #filled = new WeakMap<HTMLElement, string>();

  constructor(shop: Shop, events: Events, warn: (text: string) => void) {
    this.#shop = shop;
    this.#events = events;
    this.#warn = warn;
  }

  look(): void {
    for (const place of document.querySelectorAll<HTMLElement>('[data-aisle-recommend]')) {
      const { aisleRecommend: kind = '', item = '', limit = '', title = '' } = place.dataset;
      const asked = JSON.stringify([kind, item, limit, title]);
      if (this.#filled.get(place) === asked) continue;
      this.#filled.set(place, asked);
      if (!isKind(kind)) this.#warn(`data-aisle-recommend is one of ${Object.keys(kinds).join(', ')}.`);
      else if (kinds[kind].hasItem && item === '') this.#warn(`data-aisle-recommend="${kind}" needs data-item.`);
      else void this.#fill(place, asked, kind, { item, limit, title });
    }
  }

  async #fill(place: HTMLElement, asked: string, kind: Kind, { item, limit, title }: Readonly<Record<string, string>>) {
    const { call, hasItem, title: usual } = kinds[kind];
    try {
      const name = hasItem ? `${call}/${encodeURIComponent(item ?? '')}` : call;
      const { items } = await this.#shop.calls.get<{ readonly items: readonly PlainItem[] }>(name, { limit: limit || undefined });
      if (this.#filled.get(place) !== asked) return;
      const { host, root } = partOf('recommended', this.#shop);
      place.replaceChildren(...(items.length > 0 ? [host] : []));
      const words = title || this.#shop.words.say(usual);
      render(
        <section class="recommended" aria-label={words}>
          <h2>{words}</h2>
          <ul class="grid">
            {items.map(shownItemOf).map((one, at) => (
              <ResultTile key={one.id} shop={this.#shop} item={one} onClick={() => this.#events.clicked(one.id, at + 1, null)} />
            ))}
          </ul>
        </section>,
        root,
      );
    } catch (error) {
      this.#warn(`no items are recommended. (${String(error)})`);
    }
  }
}
