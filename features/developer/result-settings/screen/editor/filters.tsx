import { NativeSelect, Text, TextInput } from '@mantine/core';
import { maximumFacets, maximumFacetValues } from '#contract/limits.ts';
import { Panel } from '#ui/page/panel.tsx';
import { OrderedRows } from '#features/developer/result-settings/screen/ordered-rows.tsx';
import { t } from '#ui/text/i18n.ts';
import type { ShownFacet } from '#features/developer/result-settings/result-fields.contract.ts';
import { AddChoice } from './add-choice.tsx';
import { BoundedNumber } from './bounded-number.tsx';
import classes from './editor.module.css';
import { Wrong } from './number-and-order.tsx';
import type { ResultEditor } from './use-result-editor.tsx';

/** Of a filter that is new. */
const usualValues = 10;

/** What customers may filter by, in the order in which the shop shows it. */
export function Filters({ editor }: { readonly editor: ResultEditor }) {
  const { facets } = editor.draft;
  const used = new Set(facets.map(({ field }) => field));
  const change = (next: readonly ShownFacet[]) => editor.change({ facets: [...next] });
  const choices = editor.saved.fields.filter((one) => one.is_counted && !used.has(one.name)).map(({ name }) => name);
  const isFull = facets.length >= maximumFacets;
  return (
    <Panel
      title={t('Filters')}
      text={t('What customers may filter by.')}
      actions={
        <AddChoice
          label={t('Add filter')}
          choices={choices}
          add={(field) => change([...facets, { field, label: '', limit: usualValues, order: 'count' }])}
          reason={isFull ? t('At most {count} filters.', { count: maximumFacets }) : undefined}
        />
      }
    >
      {facets.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No filters.')}
        </Text>
      ) : (
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
              problem={editor.problemAt(`facets.${place}.field`)}
              set={(next) => change(facets.map((one) => (one === facet ? { ...one, ...next } : one)))}
            />
          )}
        />
      )}
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
    <div className={classes.facet}>
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
