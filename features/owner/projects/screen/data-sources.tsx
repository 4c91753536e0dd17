import { msg, type Translate } from '#ui/text/i18n.ts';
import type { FormatField } from '#features/data/feeds/screen/feed-format.picker.tsx';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import type { ProjectType } from '#features/owner/projects/projects.contract.ts';

interface Source {
  readonly name: string;
  readonly hint: string;
  /** Format fields that feeds of this source can differ in. */
  readonly format: readonly FormatField[];
  readonly isSent?: true;
}

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
    hint: msg('Your shop’s product feed for Google.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator'],
  },
  heureka: {
    name: 'Heureka',
    hint: msg('Your shop’s product feed for Heureka.'),
    format: ['feed_language', 'feed_encoding'],
  },
  aisle_feed: {
    name: msg('Aisle feed'),
    hint: msg('JSON with Aisle’s field names: id, name, price, brand, category and more.'),
    format: [],
  },
  aisle_api: {
    name: msg('Item API'),
    hint: msg('Your server sends items as they change.'),
    format: [],
    isSent: true,
  },
} as const satisfies Record<DataSource, Source>;

export const sourceOf = (source: DataSource): Source => dataSourceTexts[source];

export const projectTypeNames: Readonly<Record<ProjectType, string>> = {
  search_plugin: msg('Search plugin'),
  front_api: msg('Shop front API'),
};

export const projectTypeChoices = (t: Translate) =>
  Object.entries(projectTypeNames).map(([value, name]) => ({ value, label: t(name) }));
