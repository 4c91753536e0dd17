import { Button, CloseButton, Group } from '@mantine/core';
import * as z from 'zod/mini';
import type { SearchData } from '#contract/search.ts';
import { AddChoice } from '#ui/form/add-choice.tsx';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './query-tester.module.css';

const Value = z.union([z.string(), z.number(), z.boolean()]);
type Value = z.output<typeof Value>;
const Range = z.object({ from: z.optional(z.number()), to: z.optional(z.number()) });
const Filters = z.record(z.string(), z.union([z.array(Value), Range]));
type Filters = z.output<typeof Filters>;

export interface TesterFilters {
  /** As the call accepts them; empty without any. */
  readonly text: string;
  readonly all: Filters;
  readonly set: (field: string, filter: Filters[string]) => void;
  readonly clear: () => void;
}

export function useTesterFilters(): TesterFilters {
  const [{ filters = '' }, change] = useAddress();
  const all = parse(filters);
  const write = (next: Filters) => (Object.keys(next).length > 0 ? JSON.stringify(next) : '');
  return {
    text: write(all),
    all,
    set: (field, filter) => {
      const { [field]: _, ...others } = all;
      const isNone = Array.isArray(filter) && filter.length === 0;
      change({ filters: write(isNone ? others : { ...others, [field]: filter }), page: undefined });
    },
    clear: () => change({ filters: undefined, page: undefined }),
  };
}

function parse(text: string): Filters {
  try {
    return Filters.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

interface FilterChipsProps {
  readonly facets: SearchData['facets'];
  readonly filters: TesterFilters;
}

/** Active filters as chips, and a list of all others. */
export function FilterChips({ facets, filters: { all, set, clear } }: FilterChipsProps) {
  const nameOf = (field: string): string => facets.find((facet) => facet.field === field)?.label ?? fieldLabel(field);
  const valuesOf = (field: string): Value[] => (Array.isArray(all[field]) ? all[field] : []);
  const groups = facets.map(({ field, values }) => ({
    group: nameOf(field),
    items: values
      .filter(({ value }) => !valuesOf(field).includes(value))
      .map(({ value, count }) => ({
        value: JSON.stringify([field, value]),
        label: `${valueWord(field, value)} (${formats.number(count)})`,
      })),
  }));
  const add = (key: string) => {
    const [field, value] = JSON.parse(key) as [string, Value];
    set(field, [...valuesOf(field), value]);
  };
  const chips = Object.entries(all).flatMap(([field, filter]) => {
    if (!Array.isArray(filter)) return [{ text: `${nameOf(field)}: ${filter.from ?? ''} – ${filter.to ?? ''}`, field, left: [] }];
    return filter.map((value) => ({
      text: `${nameOf(field)}: ${valueWord(field, value)}`,
      field,
      left: filter.filter((one) => one !== value),
    }));
  });
  return (
    <Group gap={8} role="group" aria-label={t('Filters')}>
      {chips.map(({ text, field, left }) => (
        <span key={text} className={classes.chip}>
          {text}
          <CloseButton size="xs" aria-label={t('Remove “{name}”', { name: text })} onClick={() => set(field, left)} />
        </span>
      ))}
      <AddChoice label={t('Add filter')} choices={groups.filter(({ items }) => items.length > 0)} add={add} />
      {chips.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
    </Group>
  );
}
