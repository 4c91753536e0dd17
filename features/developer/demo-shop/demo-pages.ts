import { demoShopPath } from '#contract/plugin/demo-shop.ts';
import type { Item } from '#contract/item.ts';
import type { DemoContent } from './demo-content.ts';
import { type Shown, shopPage } from './demo-frame.ts';
import { itemGrid, itemName, wholeItem } from './demo-items.ts';
import { html } from './html.ts';

/** All items, or what a query finds; with the ways to the first categories, which the plugin shows. */
export function listPage(shown: Shown, query: string, { items, totalCount, categories }: DemoContent): string {
  const { project, texts, words } = shown;
  const path = demoShopPath(project.token);
  const title = query === '' ? words.say('allItems') : words.say('resultsFor', { q: query });
  // As the plugin writes what it shows into the address.
  const ofCategory = (field: string, value: string): string =>
    `${path}?${String(new URLSearchParams({ aisle: '', 'aisle-filters': JSON.stringify({ [field]: [value] }) }))}`;
  const content = html`${
      categories.length > 1 &&
      html`<nav aria-label="${texts.categories}">
        <ul class="categories">
          ${categories.map(({ field, value }) => html`<li><a href="${ofCategory(field, value)}">${value}</a></li>`)}
        </ul>
      </nav>`
    }
    <h1>${title} <span class="count">${words.number(totalCount)}</span></h1>
    ${items.length === 0 ? html`<p>${words.say('nothingFound', { q: query })}</p>` : itemGrid(items, { path, words })}`;
  return shopPage(shown, { title: query === '' ? '' : title, query, content });
}

export function itemPage(shown: Shown, item: Item | null): string {
  const { project, texts, words } = shown;
  const path = demoShopPath(project.token);
  if (item !== null)
    return shopPage(shown, { title: itemName(item), query: '', content: wholeItem(item, { path, words, texts }) });
  const content = html`<h1>${texts.itemGone}</h1>
    <p><a href="${path}">${texts.allItems}</a></p>`;
  return shopPage(shown, { title: texts.itemGone, query: '', content });
}
