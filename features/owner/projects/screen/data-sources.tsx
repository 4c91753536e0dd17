import { msg } from '#ui/text/i18n.ts';
import type { FormatField } from '#features/data/feeds/screen/feed-format.picker.tsx';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';

interface Source {
  readonly name: string;
  readonly hint: string;
  /** What the feeds of this source can differ in; the rest is known. */
  readonly format: readonly FormatField[];
  /** Items are sent to us, so there is no feed to ask for. */
  readonly isSent?: true;
}

/** Where items come from. Names of other companies stay as they are. */
export const dataSourceTexts = {
  custom_feed: {
    name: msg('Custom feed'),
    hint: msg('Any XML, CSV or JSON with your items. We detect the format.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator', 'feed_headers'],
  },
  shoptet: {
    name: 'Shoptet',
    hint: msg('The product export of a Shoptet shop, with variants.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator'],
  },
  google: {
    name: 'Google Merchant',
    hint: msg('The product feed that your shop already offers to Google.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator'],
  },
  heureka: {
    name: 'Heureka',
    hint: msg('The product feed that your shop already offers to Heureka.'),
    format: ['feed_language', 'feed_encoding'],
  },
  aisle_feed: {
    name: msg('Aisle feed'),
    hint: msg('JSON whose fields have the names that Aisle uses: id, name, description, price, brand, category and more.'),
    format: [],
  },
  aisle_api: {
    name: msg('Item API'),
    hint: msg('Your server sends the items itself, as they change. You get the first call ready to be pasted.'),
    format: [],
    isSent: true,
  },
} as const satisfies Record<DataSource, Source>;

export const sourceOf = (source: DataSource): Source => dataSourceTexts[source];
