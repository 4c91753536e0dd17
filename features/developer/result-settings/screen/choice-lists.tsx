import { NativeSelect, Select, type SelectProps, Text, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { maximumFacets, maximumFacetValues, maximumPerPage, maximumSortChoices } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { OrderedRows } from './ordered-rows.tsx';
import { t } from '#ui/text/i18n.ts';
import type { ShownFacet } from '#features/developer/result-settings/result-fields.contract.ts';
import type { ResultFormState } from './result-form.panel.tsx';
import classes from './result-settings.module.css';
import { sortId, sortOf, sortOptions } from './sort-choices.panel.tsx';

const newFilterValues = 10;
/** The others are found by typing. */
const offeredChoices = 50;

export function ResultsPerPage({ form }: { readonly form: ResultFormState }) {
  return (
    <Panel title={form.kind === 'autocomplete' ? t('Number') : t('Number and order')}>
      <BoundedNumber
        label={t('Results per page')}
        description={t('Empty: as many as the shop asks for.')}
        value={form.draft.per_page}
        min={1}
        max={maximumPerPage}
        set={(per_page) => form.change({ per_page })}
      />
      {form.kind !== 'autocomplete' && <Sorts form={form} />}
    </Panel>
  );
}

function Sorts({ form }: { readonly form: ResultFormState }) {
  const { sort } = form.draft;
  const used = new Set(sort.map(sortId));
  return (
    <div>
      <div className={classes.partHead}>
        <div>
          <Text size="sm" fw={500}>
            {t('Sort choices')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('Results are sorted by the first until a customer chooses.')}
          </Text>
        </div>
        <AddChoice
          label={t('Add choice')}
          choices={sortOptions(form.fields).filter(({ value }) => !used.has(value))}
          add={(id) => form.change({ sort: [...sort, sortOf(id)] })}
          reason={sort.length < maximumSortChoices ? undefined : t('At most {count} choices.', { count: maximumSortChoices })}
        />
      </div>
      <OrderedRows
        label={t('Sort choices')}
        rows={sort}
        // Two rows may be equal until the second is changed.
        idOf={(one) =>
          `${sortId(one)} ${sort.slice(0, sort.indexOf(one)).filter((other) => sortId(other) === sortId(one)).length}`
        }
        nameOf={({ field }) => field ?? t('Relevance')}
        change={(next) => form.change({ sort: [...next] })}
        isRemovable
        content={(one, place) => (
          <div className={classes.row}>
            <div className={classes.name}>{one.field ?? t('Relevance')}</div>
            {one.field !== null && (
              <NativeSelect
                size="xs"
                aria-label={`${t('Order')}: ${one.field}`}
                value={one.order}
                data={[
                  { value: 'asc', label: t('ascending') },
                  { value: 'desc', label: t('descending') },
                ]}
                onChange={({ currentTarget: { value } }) =>
                  form.change({ sort: sort.with(place, { ...one, order: value === 'desc' ? 'desc' : 'asc' }) })
                }
              />
            )}
            <Wrong text={form.problemAt(`sort.${place}.field`)} />
          </div>
        )}
      />
    </div>
  );
}

export function Filters({ form }: { readonly form: ResultFormState }) {
  const { facets } = form.draft;
  const used = new Set(facets.map(({ field }) => field));
  const change = (next: readonly ShownFacet[]) => form.change({ facets: [...next] });
  return (
    <Panel
      title={t('Filters')}
      actions={
        <AddChoice
          label={t('Add filter')}
          choices={form.fields.filter((one) => one.is_counted && !used.has(one.name)).map(({ name }) => name)}
          add={(field) => change([...facets, { field, label: '', limit: newFilterValues, order: 'count' }])}
          reason={facets.length < maximumFacets ? undefined : t('At most {count} filters.', { count: maximumFacets })}
        />
      }
    >
      {facets.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No filters.')}
        </Text>
      )}
      <OrderedRows
        label={t('Filters')}
        rows={facets}
        idOf={({ field }) => field}
        nameOf={({ field }) => field}
        change={change}
        isRemovable
        content={(facet, place) => (
          <Filter
            facet={facet}
            problem={form.problemAt(`facets.${place}.field`)}
            set={(next) => change(facets.with(place, { ...facet, ...next }))}
          />
        )}
      />
    </Panel>
  );
}

interface FilterProps {
  readonly facet: ShownFacet;
  readonly problem: string | undefined;
  readonly set: (change: Partial<ShownFacet>) => void;
}

function Filter({ facet: { field, label, limit, order }, problem, set }: FilterProps) {
  return (
    <div className={classes.row}>
      <div className={classes.name} title={field}>
        {field}
      </div>
      <TextInput
        size="xs"
        className={classes.label ?? ''}
        aria-label={`${t('Label')}: ${field}`}
        placeholder={t('Label')}
        value={label}
        maxLength={200}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <BoundedNumber
        label={`${t('Values')}: ${field}`}
        value={limit}
        min={1}
        max={maximumFacetValues}
        isNeeded
        set={(next) => next !== null && set({ limit: next })}
      />
      <NativeSelect
        size="xs"
        aria-label={`${t('Order')}: ${field}`}
        value={order}
        data={[
          { value: 'count', label: t('most items first') },
          { value: 'value', label: t('by value') },
        ]}
        onChange={({ currentTarget: { value } }) => set({ order: value === 'value' ? 'value' : 'count' })}
      />
      <Wrong text={problem} />
    </div>
  );
}

interface AddChoiceProps {
  readonly label: string;
  readonly choices: NonNullable<SelectProps['data']>;
  readonly add: (value: string) => void;
  /** Why nothing can be added. */
  readonly reason: string | undefined;
}

export function AddChoice({ label, choices, add, reason }: AddChoiceProps) {
  const [typed, setTyped] = useState('');
  return (
    <Select
      className={classes.add ?? ''}
      size="xs"
      aria-label={label}
      placeholder={label}
      title={reason}
      disabled={reason !== undefined}
      leftSection={<Plus size={14} aria-hidden />}
      data={choices}
      limit={offeredChoices}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('Nothing matches')}
      value={null}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      onChange={(value) => {
        if (value !== null) add(value);
        setTyped('');
      }}
    />
  );
}

interface BoundedNumberProps {
  /** Read out only, unless there is a description. */
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly title?: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly range?: string;
  readonly isNeeded?: boolean;
  readonly isDisabled?: boolean;
  readonly set: (value: number | null) => void;
}

/** A whole number. One out of bounds stays in the input with its error and isn't passed on. */
export function BoundedNumber({
  label,
  value,
  min,
  max,
  isNeeded = false,
  isDisabled = false,
  set,
  ...props
}: BoundedNumberProps) {
  return (
    <NumberField
      size="xs"
      className={classes.number ?? ''}
      {...(props.description === undefined ? { 'aria-label': label } : { label })}
      {...props}
      range={props.range ?? t('{min} to {max}.', { min, max })}
      value={value ?? ''}
      min={min}
      max={max}
      decimals={0}
      hasSteps={false}
      isNeeded={isNeeded}
      disabled={isDisabled}
      onChange={(next) => {
        if (next === '' && !isNeeded) set(null);
        else if (typeof next === 'number' && Number.isInteger(next) && next >= min && next <= max) set(next);
      }}
    />
  );
}

export const Wrong = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Text size="xs" role="alert" className={classes.wrong}>
      {text}
    </Text>
  );
