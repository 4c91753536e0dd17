import type { FieldType } from '#contract/item.ts';
import { remembered } from '#feeds/remembered.ts';

export const itemFields = {
  name: 'text',
  description: 'text',
  brand: 'text',
  category: 'text',
  price: 'float',
  price_before: 'float',
  currency: 'text',
  image: 'text',
  url: 'text',
  availability: 'text',
  ean: 'text',
  product_code: 'text',
  item_group: 'text',
  popularity: 'float',
} as const satisfies Readonly<Record<string, FieldType>>;

export type ItemField = keyof typeof itemFields;

export function isItemField(name: string): name is ItemField {
  return Object.hasOwn(itemFields, name);
}

export type MappingReason = 'feedName' | 'sampledValues' | 'ownName' | 'generatedId' | 'owner';

/** The first value wins among those with the same `to`. */
export interface FieldMapping {
  /** The feed's own name, as in `FeedRecord.fields`. */
  readonly from: string;
  /** `id`, a standard or own field; null ignores the feed's field. */
  readonly to: string | null;
  readonly reason: MappingReason;
  readonly isHashed?: true;
  /** The values of a list are categories of their own, not the levels of one path. */
  readonly areSeparate?: true;
  /** `Home` is a department beside others, not where all paths begin. */
  readonly keepsHome?: true;
}

/** Stored, but neither searched nor filtered because of its values. */
export const furtherPictures = 'images';

const maxOwnNameChars = 100;
/**
 * `PRODUCTNAME` → `productname`, `vendorCode` → `vendor_code`, `Kód SÚKL` → `kod_sukl`, `param.Barva` → `param_barva`, `@id` →
 * `id`, `images.image` → `image`.
 */
export const normalName = remembered(normalised);

function normalised(feedName: string): string {
  return withoutContainer(feedName)
    .replace(/(\p{Lu}{2,})s(?!\p{Ll})/gu, '$1S')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1_$2')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .slice(0, maxOwnNameChars)
    .replace(/^_+|_+$/g, '');
}

/** Without explanations in brackets: `Name *`, `Categories (x,y,z...)`, `SKU [Non Editable]`. */
export function plainName(feedName: string): string {
  return normalName(feedName.replace(/\([^)]*\)|\[[^\]]*\]/g, '')) || normalName(feedName);
}

const ofMetafield = /\s*\((?:product|variant)\.metafields\.[^)]*\)\s*$/i;
const ofMatrixify = /^(?:variant )?metafield:\s*/i;

/** Shopify: `Colour (product.metafields.shopify.color-pattern)`, and `Metafield: colour [list]` of Matrixify. */
export const isMetafield = (feedName: string): boolean => ofMetafield.test(feedName) || ofMatrixify.test(feedName);

function labelOf(feedName: string): string {
  return ofMatrixify.test(feedName)
    ? feedName.replace(ofMatrixify, '').replace(/\s*\[[^\]]*\]$/, '')
    : feedName.replace(ofMetafield, '');
}

/** Standard names and `id` get a prefix. */
export function ownName(feedName: string): string {
  const name = normalName(labelOf(feedName)) || 'field';
  return name === 'id' || isItemField(name) ? `feed_${name}` : name;
}

/** `images.image` is `image`; `shipping.price` stays. */
function withoutContainer(feedName: string): string {
  const segments = feedName.split('.');
  const [container = '', leaf = ''] = segments.slice(-2).map((segment) => segment.toLowerCase());
  const isPlural = leaf !== '' && [`${leaf}s`, `${leaf}es`, `${leaf.slice(0, -1)}ies`].includes(container);
  return isPlural ? [...segments.slice(0, -2), ...segments.slice(-1)].join('.') : feedName;
}
