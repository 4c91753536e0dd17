import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import type { CartItem } from './events/events.ts';
import type { Search } from './search.ts';
import type { Shop } from './shop.ts';

export const globalName = 'aisle';

type Command = readonly [name: string, ...values: unknown[]];

declare global {
  interface Window {
    /** A list of commands where the page has some before the plugin is there. */
    aisle?: Aisle | Command[];
  }
}

const commands = ['search', 'close', 'cart', 'purchase', 'configure'] as const;

/** What the pages of a shop may ask of the plugin. What is asked before it is ready is done then. */
export class Aisle {
  readonly isAisle = true;
  #ready: { readonly shop: Shop; readonly search: Search } | null = null;
  readonly #waiting: (() => void)[] = [];

  /** Shows the results of a query. */
  search(query: string): void {
    this.#when(({ search }) => void search.search(query));
  }

  /** Puts away what stands over the page. */
  close(): void {
    this.#when(({ search }) => search.close());
  }

  /** Tells that these items were put into the cart. */
  cart(items: CartItem | readonly CartItem[]): void {
    this.#when(({ search }) => search.events.took('cart', [items].flat()));
  }

  /** Tells that these items were bought; for the page that thanks for an order. */
  purchase(items: CartItem | readonly CartItem[]): void {
    this.#when(({ search }) => search.events.took('purchase', [items].flat()));
  }

  /** Shows other settings from now on; the preview of the console does this. */
  configure(start: PluginStart): void {
    this.#when(({ shop }) => shop.apply(start));
  }

  /** `aisle.push(['search', 'lamp'])` works before the plugin is loaded, too. */
  push(...given: readonly Command[]): void {
    for (const [name, ...values] of given) {
      const known = commands.find((one) => one === name);
      if (known) (this[known] as (...values: unknown[]) => void)(...values);
      else console.warn(`Aisle: there is no ${globalName}.${name}.`);
    }
  }

  /** From now on things are done at once. */
  run(shop: Shop, search: Search): void {
    this.#ready = { shop, search };
    for (const work of this.#waiting.splice(0)) work();
  }

  #when(work: (ready: { readonly shop: Shop; readonly search: Search }) => void): void {
    if (this.#ready) work(this.#ready);
    else this.#waiting.push(() => this.#ready && work(this.#ready));
  }
}

/** Whether a plugin runs in the page already. */
export const isTakenOver = (): boolean => (window[globalName] as Partial<Aisle> | undefined)?.isAisle === true;

/** Gives the page its name, and does what waits under it. */
export function takeOver(): Aisle {
  const waiting = window[globalName];
  const aisle = new Aisle();
  window[globalName] = aisle;
  if (Array.isArray(waiting)) aisle.push(...waiting);
  return aisle;
}
