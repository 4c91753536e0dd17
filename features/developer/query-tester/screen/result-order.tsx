import { Select } from '@mantine/core';
import type { SearchData } from '#contract/search.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

const relevance = 'relevance';

interface Order {
  /** Empty for the default order. */
  readonly sort: string;
  readonly isByRelevance: boolean;
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  readonly set: (sort: string) => void;
}

export function useResultOrder(answer: SearchData | undefined): Order {
  const [{ sort = '' }, change] = useAddress();
  const numbers = answer?.facets.filter(({ min }) => min !== undefined) ?? [];
  const labelOf = ({ field, label }: SearchData['facets'][number]) => label ?? (field === 'price' ? t('Price') : field);
  return {
    sort,
    isByRelevance: sort === '',
    fields: numbers.map((facet) => ({ name: facet.field, label: labelOf(facet) })),
    set: (next) => change({ sort: next === relevance ? undefined : next, page: undefined }),
  };
}

export function ResultOrder({ order: { sort, fields, set } }: { readonly order: Order }) {
  const choices = [
    { value: relevance, label: t('Best match first') },
    ...fields.flatMap(({ name, label }) => [
      { value: `${name}:asc`, label: t('{field}, lowest first', { field: label }) },
      { value: `${name}:desc`, label: t('{field}, highest first', { field: label }) },
    ]),
  ];
  const isKnown = choices.some(({ value }) => value === sort);
  if (choices.length === 1 && sort === '') return null;
  return (
    <Select
      aria-label={t('Order')}
      data={isKnown || sort === '' ? choices : [...choices, { value: sort, label: sort }]}
      value={sort === '' ? relevance : sort}
      onChange={(next) => next !== null && set(next)}
      allowDeselect={false}
      w={190}
    />
  );
}
