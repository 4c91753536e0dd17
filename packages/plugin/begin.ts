import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import { CallFailure, frontCalls } from './calls.ts';
import { attachField } from './fields/attached-field.ts';
import { watchFields } from './fields/watch-fields.ts';
import { Recommendations } from './recommendations.tsx';
import { Search } from './search.ts';
import { Shop, sheetOf } from './shop.ts';
import type { Events, CartItem } from './events.ts';
import { previewName } from '#contract/plugin/plugin-preview.ts';

type Command = readonly [name: string, ...values: unknown[]];

declare global {
  interface Window {
    aisle?: Aisle | Command[];
  }
}

const commands = ['search', 'close', 'cart', 'purchase'] as const;

type Work = (search: Search) => void;

/** The API for pages of the shop. Commands before the plugin is ready are queued. */
export class Aisle {
  readonly isAisle = true;
  #search: Search | null = null;
  readonly #waiting: Work[] = [];

  search(query: string): void {
    this.#when((search) => void search.search(query));
  }

  close(): void {
    this.#when((search) => search.close());
  }

  cart(items: CartItem | readonly CartItem[]): void {
    this.#when((search) => search.events.took('cart', [items].flat()));
  }

  purchase(items: CartItem | readonly CartItem[]): void {
    this.#when((search) => search.events.took('purchase', [items].flat()));
  }

  /** `aisle.push(['search', 'lamp'])` works before the plugin is loaded, too. */
  push(...given: readonly Command[]): void {
    for (const [name, ...values] of given) {
      const known = commands.find((one) => one === name);
      if (known) (this[known] as (...values: unknown[]) => void)(...values);
    }
  }

  /** From now on things are done at once. */
  run(search: Search): void {
    this.#search = search;
    this.#flush();
  }

  #when(work: Work): void {
    this.#waiting.push(work);
    this.#flush();
  }

  #flush(): void {
    if (this.#search) for (const work of this.#waiting.splice(0)) work(this.#search);
  }
}

const ended = 'off';

/** The secret of the preview link opened in this browser, stored until a link with `off` is opened; null for customers. */
export function previewOf(address: string, storage: () => Storage = () => localStorage): string | null {
  let given = new URL(address).searchParams.get(previewName);
  try {
    if (given) storage().setItem(previewName, given);
    else given = storage().getItem(previewName);
  } catch {
    // The browser keeps nothing for this page.
  }
  return given === ended ? null : given;
}

/** Reports clicks on `data-aisle-cart="<item id>"`, with its `data-quantity`, `data-price` and `data-currency`. */
function listenToCartButtons(events: Events): void {
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-aisle-cart]') : null;
      const { aisleCart: item_id, quantity, price, currency } = button?.dataset ?? {};
      if (!item_id) return;
      const numbers = Object.entries({ quantity, price })
        .map(([name, text]) => [name, Number.parseFloat(text ?? '')] as const)
        .filter(([, value]) => Number.isFinite(value));
      events.took('cart', [{ item_id, ...Object.fromEntries(numbers), ...(currency && { currency }) }]);
    },
    // Shops stop clicks on such buttons to stay on the page.
    { capture: true },
  );
}

/** For developers; customers don't see it. */
const warn = (text: string): void => console.warn(`Aisle: ${text}`);

const reasons: Readonly<Record<string, string>> = {
  liveModeOff: 'live mode is off: only preview links show the plugin.',
  projectTokenNotValid: 'no project has this token.',
  projectInactive: 'the project is inactive.',
};

/** Starts the plugin that this element has loaded, unless another one runs in the page already. */
export async function begin(script: HTMLOrSVGScriptElement | null): Promise<void> {
  const waiting = window.aisle;
  if (waiting && 'isAisle' in waiting) return;
  const { token, language = null, preview } = script?.dataset ?? {};
  if (!(script instanceof HTMLScriptElement) || !token) return warn('load it by <script data-token="…" defer>, not as a module.');
  const aisle = new Aisle();
  window.aisle = aisle;
  if (Array.isArray(waiting)) aisle.push(...waiting);
  const calls = frontCalls({ script: script.src, token, preview: preview ?? previewOf(location.href) });
  try {
    const start = await calls.get<PluginStart>('plugin', {});
    run(new Shop({ calls, language }, start), aisle);
  } catch (error) {
    const reason = error instanceof CallFailure && reasons[error.code ?? ''];
    warn(reason || `the server does not answer. (${String(error)})`);
  }
}

export function run(shop: Shop, aisle: Aisle): void {
  const search = new Search(shop);
  const recommendations = new Recommendations(shop, search.events, warn);
  const fields = watchFields({
    selector: () => shop.settings.field_selector,
    attach: (input) => attachField(input, shop, search),
    onNone: () => warn('no search field was found. Set its selector in the console.'),
    onLook: () => {
      search.keep();
      recommendations.look();
    },
  });
  shop.onChange(fields.look);
  hideOf(shop);
  listenToCartButtons(search.events);
  search.follow();
  aisle.run(search);
}

/** Hides what the plugin replaces, such as suggestions of the shop's own. */
export function hideOf(shop: Shop): void {
  const sheet = sheetOf('');
  const show = (): void => {
    const { hide_selector: selector } = shop.settings;
    // Text that ends the rule would begin another one. `CSS.supports` accepts such text, as a condition of several parts.
    sheet.replaceSync(isSelector(selector) ? `${selector} { display: none !important }` : '');
  };
  document.adoptedStyleSheets.push(sheet);
  shop.onChange(show);
  show();
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}
