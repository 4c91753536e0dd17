import { CrossIcon } from '#plugin/icons.tsx';
import type { Words } from '#plugin/words.ts';
import { facetTitle, rangeText, valueText } from './facet-words.ts';
import { type Filters, isRange, type Value, withFilter } from './wanted.ts';
import type { LabelledFacet } from '#plugin/calls/front-answers.ts';

interface ChipsProps {
  readonly words: Words;
  readonly facets: readonly LabelledFacet[];
  readonly filters: Filters;
  readonly money: (value: number) => string;
  readonly onFilter: (filters: Filters) => void;
}

/** What is filtered by, each to be let go by itself, or all at once. */
export function Chips({ words, facets, filters, money, onFilter }: ChipsProps) {
  const chips = Object.entries(filters).flatMap(([field, filter]) => {
    const facet = facets.find((one) => one.field === field) ?? { field };
    if (isRange(filter)) {
      const text = rangeText(filter, field === 'price' ? money : words.number);
      return [
        {
          key: field,
          text: field === 'price' ? text : `${facetTitle(facet, words)}: ${text}`,
          without: withFilter(filters, field, null),
        },
      ];
    }
    return filter.map((value: Value) => ({
      key: `${field} ${String(value)}`,
      text:
        typeof value === 'string'
          ? valueText(field, value, words)
          : `${facetTitle(facet, words)}: ${valueText(field, value, words)}`,
      without: withFilter(
        filters,
        field,
        filter.filter((one) => one !== value),
      ),
    }));
  });
  if (chips.length === 0) return null;
  return (
    <div class="chips">
      {chips.map(({ key, text, without }) => (
        <button
          key={key}
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
