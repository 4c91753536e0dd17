import type * as z from 'zod/mini';
import type { Item } from '#contract/item.ts';
import type { ShopItem } from './items.contract.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';
import { shownItem, wholeItem } from '#server/search/shown-answer.ts';

export const shopItemOf = (item: Item, relevance: CollectionRelease): z.output<typeof ShopItem> =>
  sent(shownItem(item, relevance, 'search'));

/** All public fields, uncut. */
export const wholeShopItem = (item: Item, relevance: CollectionRelease): z.output<typeof ShopItem> =>
  sent(wholeItem(item, relevance));

const sent = ({ id, fields }: Item) => ({ ...fields, id });
