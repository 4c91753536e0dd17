import type { FieldValue, Item } from '#contract/item.ts';
import { html, type Html, safeAddress } from './html.ts';
import type { Words } from '#plugin/words.ts';

export interface ItemsPlace {
  /** Of the demo shop. */
  readonly path: string;
  readonly words: Words;
}

const tilePx = 320;
const wholePx = 480;
/** Tiles that are seen at once on most screens; the others are loaded when somebody comes near. */
const firstTiles = 4;

const text = (value: FieldValue | undefined): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
};
const number = (value: FieldValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
export const itemName = ({ id, fields }: Item): string => text(fields['name']) ?? id;

/** A square that keeps its place whether or not there is a picture. The name of the item stands beside it. */
function picture({ fields }: Item, { px, isFirst }: { readonly px: number; readonly isFirst: boolean }): Html {
  const address = safeAddress(text(fields['image']));
  const loading = isFirst ? 'eager' : 'lazy';
  return html`<span class="picture"
    >${address !== null && html`<img src="${address}" alt="" width="${px}" height="${px}" loading="${loading}" decoding="async" />`}</span
  >`;
}

function facts({ fields }: Item, words: Words): Html {
  const [price, before, currency] = [number(fields['price']), number(fields['price_before']), text(fields['currency'])];
  return html`<span class="facts"
    >${
      price !== undefined &&
      html`<span class="price">${words.money(price, currency)}</span> ${
          before !== undefined &&
          before > price &&
          html`<s><span class="unseen">${words.say('oldPrice')} </span>${words.money(before, currency)}</s>`
        }`
    }
    ${fields['availability'] === 'out_of_stock' && html`<span class="sold-out">${words.say('outOfStock')}</span>`}</span
  >`;
}

const brandOf = ({ fields }: Item): Html | null => {
  const brand = text(fields['brand']);
  return brand === undefined ? null : html`<span class="brand">${brand}</span>`;
};

export const itemGrid = (items: readonly Item[], { path, words }: ItemsPlace): Html =>
  html`<ul class="grid">
    ${items.map(
      (item, at) =>
        html`<li>
          <a class="tile" href="${path}?item=${encodeURIComponent(item.id)}">
            ${picture(item, { px: tilePx, isFirst: at < firstTiles })}
            <span class="item-name">${itemName(item)}</span>
            ${brandOf(item)} ${facts(item, words)}
          </a>
        </li>`,
    )}
  </ul>`;

/** Names that no shop can have: those of invented shops lead nowhere. */
const isInvented = (address: string): boolean => /\.(example|invalid|test)$/.test(URL.parse(address)?.hostname ?? '');

/** One item as a whole. Its own page opens beside this one, and is told nothing of where somebody comes from. */
export function wholeItem(
  item: Item,
  { path, words, texts }: ItemsPlace & { texts: { openInShop: string; allItems: string } },
): Html {
  const description = text(item.fields['description']);
  const own = safeAddress(text(item.fields['url']));
  const hasOwn = own !== null && !own.startsWith('/') && !isInvented(own);
  return html`<article class="item">
    ${picture(item, { px: wholePx, isFirst: true })}
    <div>
      <h1>${itemName(item)}</h1>
      ${brandOf(item)} ${facts(item, words)} ${description !== undefined && html`<p class="description">${description}</p>`}
      ${hasOwn && html`<p><a href="${own}" target="_blank" rel="noopener noreferrer nofollow">${texts.openInShop}</a></p>`}
      <p><a href="${path}">${texts.allItems}</a></p>
    </div>
  </article>`;
}
