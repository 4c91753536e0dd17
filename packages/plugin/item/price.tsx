import type { Shop } from '#plugin/shop.ts';
import type { ShownItem } from './shown-item.ts';

interface ItemProps {
  readonly shop: Shop;
  readonly item: ShownItem;
}

/** What it costs, and did before. */
export function Price({ shop, item: { price, oldPrice, currency } }: ItemProps) {
  const { settings, words } = shop;
  if (!settings.shows_price || price === undefined) return null;
  return (
    <span class="price">
      {words.money(price, currency)}
      {settings.shows_old_price && oldPrice !== undefined && (
        <s>
          <span class="unseen">{words.say('oldPrice')} </span>
          {words.money(oldPrice, currency)}
        </s>
      )}
    </span>
  );
}

/** Stock is worth a word only where there is none. */
export const SoldOut = ({ shop, item }: ItemProps) =>
  shop.settings.shows_stock && item.isSoldOut ? <span class="sold-out">{shop.words.say('outOfStock')}</span> : null;
