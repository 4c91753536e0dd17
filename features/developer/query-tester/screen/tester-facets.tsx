import { Button, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { pathSeparator } from '#contract/item.ts';
import type { SearchData } from '#contract/search.ts';
import { formats } from '#console-kit/text/format.ts';
import { msg, t, type Translate } from '#console-kit/text/i18n.ts';
import { availabilityWords } from '#console-kit/item/item-cell.tsx';
import { PathFilter } from './path-filter.tsx';
import { RangeFilter } from './range-filter.tsx';
import type { FilterValue, TesterFilters } from './tester-filters.tsx';
import classes from './query-tester.module.css';

type Facet = SearchData['facets'][number];

const facetNames = { category: msg('Category'), brand: msg('Brand'), price: msg('Price'), availability: msg('Stock') } as const;
type FacetField = keyof typeof facetNames;

/** So many values of a facet are shown before somebody asks for all of them. */
const shownValues = 6;

export function TesterFacets({ facets, filters }: { readonly facets: readonly Facet[]; readonly filters: TesterFilters }) {
  return (
    <Stack gap={24}>
      {shownFacets(facets, filters).map((facet) => {
        const { field, label } = facet;
        return (
          <fieldset key={field} className={classes.facet}>
            <Title order={3} size="sm" component="legend" mb={8}>
              {label ?? (isUsual(field) ? t(facetNames[field]) : field)}
            </Title>
            {facet.min !== undefined || filters.isRange(field) ? (
              <RangeFilter facet={facet} filters={filters} />
            ) : facet.values.some(isPath) ? (
              <PathFilter facet={facet} filters={filters} />
            ) : (
              <ValueFilter facet={facet} filters={filters} />
            )}
          </fieldset>
        );
      })}
      {filters.text !== '' && (
        <Button variant="default" size="xs" onClick={filters.clear}>
          {t('Clear filters')}
        </Button>
      )}
    </Stack>
  );
}

const isPath = ({ value }: Facet['values'][number]): boolean => String(value).includes(pathSeparator);

const isUsual = (field: string): field is FacetField => Object.hasOwn(facetNames, field);

/** Those of the answer, in its order, that tell items apart; then what is filtered by and isn't among them. */
function shownFacets(facets: readonly Facet[], filters: TesterFilters): Facet[] {
  const found = facets.filter(
    ({ field, values, min, max }) => filters.has(field) || values.length > 1 || (min !== undefined && min !== max),
  );
  const absent = filters.fields.filter((field) => !found.some((one) => one.field === field));
  return [...found, ...absent.map((field) => ({ field, values: [] }))];
}

interface FilterProps {
  readonly facet: Facet;
  readonly filters: TesterFilters;
}

function ValueFilter({ facet: { field, values }, filters }: FilterProps) {
  const [isWhole, setIsWhole] = useState(false);
  const chosen = filters.valuesOf(field);
  // A chosen value stays, so that it can be taken back, even where nothing is found with it.
  const absent = chosen.filter((value) => !values.some((one) => one.value === value)).map((value) => ({ value, count: 0 }));
  const all = [...absent, ...values];
  const isShown = (value: FilterValue, place: number) => isWhole || place < shownValues || chosen.includes(value);
  const toggle = (value: FilterValue) =>
    filters.setValues(field, chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <div className={classes.values}>
      {all
        .filter(({ value }, place) => isShown(value, place))
        .map(({ value, count }) => (
          <label key={String(value)} className={classes.value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span className={classes.valueName}>{valueText(t, field, value)}</span>
            <span className={classes.count} aria-hidden>
              {formats.number(count)}
            </span>
          </label>
        ))}
      {all.length > shownValues && (
        <Button variant="subtle" size="compact-xs" onClick={() => setIsWhole(!isWhole)} className={classes.more}>
          {isWhole ? t('Show fewer') : t('Show all')}
        </Button>
      )}
    </div>
  );
}

function valueText(t: Translate, field: string, value: FilterValue): string {
  const text = String(value);
  const word = field === 'availability' && Object.hasOwn(availabilityWords, text);
  return word ? t(availabilityWords[text as keyof typeof availabilityWords]) : text;
}
