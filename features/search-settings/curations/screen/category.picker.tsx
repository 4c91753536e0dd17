import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathSeparator } from '#contract/item.ts';
import { query } from '#ui/calls/queries.ts';
import { categoryText, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { findCategories } from '#features/search-settings/curations/curations.contract.ts';

const debounceMs = 200;

interface CategoryPickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'c'> {
  /** A collection. */
  readonly c: number;
  /** A path; empty for none. */
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** Offers the catalogue's categories. A chosen one that is gone stays. */
export function CategoryPicker({ c, value, onChange, ...input }: CategoryPickerProps) {
  const [typed, setTyped] = useState('');
  const text = categoryText(value);
  const [q] = useDebouncedValue(typed === text ? '' : typed.replaceAll(' › ', pathSeparator), debounceMs);
  const { data } = useQuery({ ...query(findCategories, { c, q }), placeholderData: keepPreviousData });
  const found = (data?.categories ?? []).filter(({ path }) => path !== value);
  return (
    <Select
      {...input}
      data={[
        ...(value === '' ? [] : [{ value, label: text }]),
        ...found.map(({ path, count }) => ({ value: path, label: `${categoryText(path)} (${formats.number(count)})` })),
      ]}
      value={value === '' ? null : value}
      onChange={(path) => onChange(path ?? '')}
      searchable
      clearable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('No category found')}
    />
  );
}
