import type { TextKey } from '#contract/plugin/texts/texts.ts';
import type { LabelledFacet } from '#plugin/calls/front-answers.ts';
import { readablePath } from '#plugin/panel/panel-blocks.ts';
import type { Words } from '#plugin/words.ts';
import type { Shop } from '#plugin/shop.ts';
import type { Range, Value } from './wanted.ts';

const knownFields: Readonly<Record<string, TextKey>> = {
  category: 'category',
  brand: 'brand',
  price: 'price',
  availability: 'availability',
};
const knownValues: Readonly<Record<string, TextKey>> = {
  in_stock: 'inStock',
  out_of_stock: 'outOfStock',
  preorder: 'preorder',
  backorder: 'backorder',
};

/** What a filter is called: as the shop calls it, in our words, or by its field. */
export function facetTitle({ field, label }: Pick<LabelledFacet, 'field' | 'label'>, words: Words): string {
  const known = knownFields[field];
  if (label) return label;
  return known ? words.say(known) : field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
}

export function valueText(field: string, value: Value, words: Words): string {
  if (typeof value === 'boolean') return words.say(value ? 'yes' : 'no');
  if (typeof value === 'number') return words.number(value);
  const known = field === 'availability' ? knownValues[value] : undefined;
  return known ? words.say(known) : readablePath(value);
}

export function rangeText({ from, to }: Range, write: (value: number) => string): string {
  if (from === undefined) return `≤ ${write(to ?? 0)}`;
  return to === undefined ? `≥ ${write(from)}` : `${write(from)} – ${write(to)}`;
}

const sortNames: Readonly<Record<string, TextKey>> = { '': 'relevance', 'price:asc': 'cheapest', 'price:desc': 'dearest' };

/** What an order is called: in our words, or by its field with an arrow. */
export function sortName(sort: string, { start, words }: Pick<Shop, 'start' | 'words'>): string {
  const known = sortNames[sort];
  if (known) return words.say(known);
  const [field = '', order] = sort.split(/:(?=[^:]*$)/);
  return `${facetTitle({ field, ...(start.labels[field] && { label: start.labels[field] }) }, words)} ${order === 'desc' ? '↓' : '↑'}`;
}
