import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { pathSeparator } from '#contract/item.ts';
import type { SearchData } from '#contract/search.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { availabilityWords } from '#ui/item/item-cell.tsx';
import { PathFilter } from './path-filter.tsx';
import type { FilterRange, FilterValue, TesterFilters } from './tester-filters.tsx';
import classes from './query-tester.module.css';
import { NumberField } from '#ui/form/number-field.tsx';

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

interface RangeFilterProps {
  readonly facet: SearchData['facets'][number];
  readonly filters: TesterFilters;
}

function RangeFilter({ facet: { field, min, max }, filters }: RangeFilterProps) {
  const range = filters.rangeOf(field);
  const follow = (changes: { readonly [Bound in keyof FilterRange]: FilterRange[Bound] | undefined }) => {
    const { from, to } = { ...range, ...changes };
    filters.setRange(field, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  };
  return (
    <Group gap={8} wrap="nowrap">
      <BoundInput
        key={`from ${range.from}`}
        label={t('from')}
        value={range.from}
        hint={min === undefined ? '' : formats.number(min)}
        set={(from) => follow({ from })}
      />
      <BoundInput
        key={`to ${range.to}`}
        label={t('to')}
        value={range.to}
        hint={max === undefined ? '' : formats.number(max)}
        set={(to) => follow({ to })}
      />
    </Group>
  );
}

interface BoundInputProps {
  readonly label: string;
  readonly value: number | undefined;
  /** The end of what was found, shown while there is no bound. */
  readonly hint: string;
  readonly set: (value: number | undefined) => void;
}

/** Followed when it is left or by Enter, so that a half-typed number doesn't filter. */
function BoundInput({ label, value, hint, set }: BoundInputProps) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  const follow = () => {
    const isRight = draft === '' || (typeof draft === 'number' && draft >= 0);
    const bound = typeof draft === 'number' ? draft : undefined;
    if (isRight && bound !== value) set(bound);
  };
  return (
    <NumberField
      size="xs"
      label={label}
      value={draft}
      onChange={setDraft}
      placeholder={hint}
      min={0}
      hasSteps={false}
      onBlur={follow}
      onKeyDown={(event) => event.key === 'Enter' && follow()}
    />
  );
}
