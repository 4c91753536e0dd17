import { msg, type Translate } from '#ui/text/i18n.ts';
import type { FormatField } from '#features/data/feeds/screen/feed-format.picker.tsx';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import type { ProjectType } from '#features/owner/projects/projects.contract.ts';

interface Source {
  readonly name: string;
  readonly hint?: string;
  /** Format fields that feeds of this source can differ in. */
  readonly format: readonly FormatField[];
  readonly isSent?: true;
}

export const dataSourceTexts = {
  custom_feed: {
    name: msg('Custom feed'),
    hint: msg('Any XML, CSV or JSON.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator', 'feed_headers'],
  },
  shoptet: {
    name: 'Shoptet',
    hint: msg('Product export of a Shoptet shop.'),
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator'],
  },
  google: {
    name: 'Google Merchant',
    format: ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator'],
  },
  heureka: {
    name: 'Heureka',
    format: ['feed_language', 'feed_encoding'],
  },
  aisle_feed: {
    name: msg('Aisle feed'),
    hint: msg('JSON with Aisle’s field names.'),
    format: [],
  },
  aisle_api: {
    name: msg('Item API'),
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
