import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { ListFilter } from '#ui/list/list-filter.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { shortTextLength } from '#contract/fields.ts';
import { type Choice, listCallFilters, longestMilliseconds } from '#features/super-admin/api-logs/api-logs.contract.ts';
import classes from './api-logs.module.css';

export function CallFilters() {
  const [{ path = '' }, change] = useAddress();
  const { data } = useQuery(query(listCallFilters, {}));
  return (
    <>
      <ChoiceFilter name="project_id" label={t('Project')} choices={data?.projects} />
      <ChoiceFilter name="user_id" label={t('User')} choices={data?.users} />
      <SearchInput
        list={{ search: path, setSearch: (text) => change({ path: text, page: undefined }, { isReplacing: true }) }}
        label={t('Path')}
        most={shortTextLength}
      />
      <ListFilter
        name="status"
        label={t('Status')}
        all={t('All calls')}
        choices={{ failed: t('Failed calls'), '4xx': '4xx', '5xx': '5xx' }}
      />
      <SlowerThan />
      <ListFilter name="range" label={t('Range')} all={t('Last hour')} choices={{ day: t('Last day'), week: t('Last 7 days') }} />
    </>
  );
}

interface ChoiceFilterProps {
  readonly name: 'project_id' | 'user_id';
  readonly label: string;
  readonly choices: readonly Choice[] | undefined;
}

function ChoiceFilter({ name, label, choices = [] }: ChoiceFilterProps) {
  const [address, change] = useAddress();
  const value = address[name] ?? null;
  const data = choices.map((choice) => ({ value: String(choice.id), label: choice.name }));
  // A linked one may have no calls left.
  const isKnown = value === null || data.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={isKnown ? data : [...data, { value, label: `#${value}` }]}
      value={value}
      onChange={(chosen) => change({ [name]: chosen ?? undefined, page: undefined })}
      nothingFoundMessage={t('Nothing found')}
      clearButtonProps={{ 'aria-label': t('Clear filter') }}
      searchable
      clearable
      className={classes.choice ?? ''}
    />
  );
}

const debounceMs = 300;

function SlowerThan() {
  const [address, change] = useAddress();
  const asked = address['slower_than'];
  const [value, setValue] = useState<number | string>(asked === undefined ? '' : Number(asked));
  const [sent, setSent] = useState(asked);
  const follow = useDebouncedCallback((next: string | undefined) => {
    setSent(next);
    change({ slower_than: next, page: undefined }, { isReplacing: true });
  }, debounceMs);
  // The address also changes by going back.
  if (asked !== sent) {
    setSent(asked);
    setValue(asked === undefined ? '' : Number(asked));
  }
  return (
    <NumberField
      aria-label={t('Slower than, in milliseconds')}
      placeholder={t('slower than')}
      value={value}
      onChange={(next) => {
        setValue(next);
        if (next === '') follow(undefined);
        else if (typeof next === 'number' && next >= 0 && next <= longestMilliseconds) follow(String(next));
      }}
      min={0}
      max={longestMilliseconds}
      decimals={0}
      hasSteps={false}
      rightSection={<span className={classes.unit}>ms</span>}
      rightSectionWidth={36}
      className={classes.slower ?? ''}
    />
  );
}
