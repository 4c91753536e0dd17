import { CrossIcon } from '#plugin/icons.tsx';
import type { Words } from '#plugin/words.ts';
import { type Filters, isRange, type Range, type Value, withFilter } from './wanted.ts';
import type { LabelledFacet } from '#plugin/calls.ts';
import type { TextKey } from '#contract/plugin/texts/texts.ts';
import { readablePath } from '#plugin/panel/panel-blocks.ts';
import type { Shop } from '#plugin/shop.ts';

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

interface TitledField {
  readonly field: string;
  readonly label?: string | undefined;
}

/** The shop's label, our word, or the field. */
export function facetTitle({ field, label }: TitledField, words: Words): string {
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

function rangeText({ from, to }: Range, write: (value: number) => string): string {
  if (from === undefined) return `≤ ${write(to ?? 0)}`;
  return to === undefined ? `≥ ${write(from)}` : `${write(from)} – ${write(to)}`;
}

const sortNames: Readonly<Record<string, TextKey>> = { '': 'relevance', 'price:asc': 'cheapest', 'price:desc': 'dearest' };

export function sortName(sort: string, { start, words }: Pick<Shop, 'start' | 'words'>): string {
  const known = sortNames[sort];
  if (known) return words.say(known);
  const [field = '', order] = sort.split(/:(?=[^:]*$)/);
  return `${facetTitle({ field, label: start.labels[field] }, words)} ${order === 'desc' ? '↓' : '↑'}`;
}

export interface FacetsProps {
  readonly shop: Shop;
  readonly facets: readonly LabelledFacet[];
  readonly filters: Filters;
  readonly currency: string | undefined;
  readonly onFilter: (filters: Filters) => void;
}

export function Chips({ shop: { words }, facets, filters, currency, onFilter }: FacetsProps) {
  const chips = Object.entries(filters).flatMap(([field, filter]) => {
    const title = facetTitle(facets.find((one) => one.field === field) ?? { field }, words);
    if (isRange(filter)) {
      const isPrice = field === 'price';
      const text = rangeText(filter, isPrice ? (value) => words.money(value, currency) : words.number);
      return [{ text: isPrice ? text : `${title}: ${text}`, without: withFilter(filters, field, null) }];
    }
    return filter.map((value: Value) => {
      const text = valueText(field, value, words);
      return {
        text: typeof value === 'string' ? text : `${title}: ${text}`,
        without: withFilter(
          filters,
          field,
          filter.filter((one) => one !== value),
        ),
      };
    });
  });
  if (chips.length === 0) return null;
  return (
    <div class="chips">
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          class="chip"
          aria-label={words.say('remove', { q: text })}
          onClick={() => onFilter(without)}
        >
          {text}
          <CrossIcon />
        </button>
      ))}
      <button type="button" class="link" onClick={() => onFilter({})}>
        {words.say('clearAll')}
      </button>
    </div>
  );
}
