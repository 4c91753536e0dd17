import { useState } from 'preact/hooks';
import type { PlainItem } from './calls.ts';
import type { Shop } from './shop.ts';

export interface ShownItem {
  readonly id: string;
  readonly name: string;
  readonly url: string | undefined;
  readonly image: string | undefined;
  readonly brand: string | undefined;
  readonly price: number | undefined;
  readonly oldPrice: number | undefined;
  readonly currency: string | undefined;
  readonly isSoldOut: boolean;
  readonly isInStock: boolean;
}

const text = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
};
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

export function shownItemOf({ id, ...fields }: PlainItem): ShownItem {
  const price = number(fields['price']);
  const before = number(fields['price_before']);
  return {
    id,
    name: text(fields['name']) ?? id,
    url: webAddress(text(fields['url'])),
    image: webAddress(text(fields['image'])),
    brand: text(fields['brand']),
    price,
    oldPrice: price !== undefined && before !== undefined && before > price ? before : undefined,
    currency: text(fields['currency']),
    isSoldOut: fields['availability'] === 'out_of_stock',
    isInStock: fields['availability'] === 'in_stock',
  };
}

interface PictureProps {
  readonly address: string | undefined;
  readonly widthPx: number;
}

export function Picture({ address, widthPx }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span class="picture">
      {address && address !== failed && (
        <img
          src={address}
          alt=""
          width={widthPx}
          height={widthPx}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(address)}
        />
      )}
    </span>
  );
}

interface ItemProps {
  readonly shop: Shop;
  readonly item: ShownItem;
}

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

export const SoldOut = ({ shop, item }: ItemProps) =>
  shop.settings.shows_stock && item.isSoldOut ? <span class="sold-out">{shop.words.say('outOfStock')}</span> : null;

/** Beside large pictures; lists have no place for it. */
export const InStock = ({ shop, item }: ItemProps) =>
  shop.settings.shows_stock && item.isInStock ? <span class="in-stock">{shop.words.say('inStock')}</span> : null;

export const ItemTexts = ({ shop, item }: ItemProps) => (
  <>
    <span class="name">{item.name}</span>
    {shop.settings.shows_brand && item.brand && <span class="brand">{item.brand}</span>}
    <span class="facts">
      <Price shop={shop} item={item} />
      <SoldOut shop={shop} item={item} />
    </span>
  </>
);
