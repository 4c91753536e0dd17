import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { maximumColumnEntries, maximumPanelColumns } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { RowSkeletons } from '#ui/page/states.tsx';
import { OrderedRows } from './ordered-rows.tsx';
import { t } from '#ui/text/i18n.ts';
import type { LayoutColumn } from '#features/developer/result-settings/result-fields.contract.ts';
import { type LayoutColumnChoice, listLayoutColumns } from '#features/developer/result-settings/result-settings.contract.ts';
import { AddChoice, BoundedNumber, Wrong } from './choice-lists.tsx';
import { columnId } from './result-draft.ts';
import type { ResultFormState } from './result-form.panel.tsx';
import classes from './result-settings.module.css';

const newBlockLimit = 4;

/** The blocks of the autocomplete panel. The project has one panel for all its collections. */
export function PanelLayout({ form }: { readonly form: ResultFormState }) {
  const { data } = useQuery(query(listLayoutColumns, {}));
  const { layout_columns: columns } = form.draft;
  const choices = data?.columns ?? [];
  const used = new Set(columns.map(columnId));
  const collectionOf = (id: number | null) => choices.find((one) => one.collection_id === id)?.collection;
  const nameOf = ({ kind, collection_id: id, field }: LayoutColumn): string => {
    if (kind === 'phrases') return t('Phrases');
    const collection = collectionOf(id) ?? t('Deleted collection');
    return kind === 'items' ? collection : `${collection} · ${field}`;
  };
  const change = (layout_columns: readonly LayoutColumn[]) => form.change({ layout_columns });
  const add = (id: string) => {
    const choice = choices.find((one) => columnId(one) === id);
    if (choice === undefined) return;
    const { kind, collection_id, field } = choice;
    change([...columns, { kind, collection_id, field, title: '', limit: newBlockLimit }]);
  };
  return (
    <Panel
      title={t('Panel layout')}
      text={t('The blocks of the autocomplete panel.')}
      actions={
        <AddChoice
          label={t('Add block')}
          choices={choices
            .filter((one) => !used.has(columnId(one)))
            .map((one) => ({ value: columnId(one), label: choiceText(one) }))}
          add={add}
          reason={columns.length < maximumPanelColumns ? undefined : t('At most {count} blocks.', { count: maximumPanelColumns })}
        />
      }
    >
      {columns.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No blocks: the panel shows nothing.')}
        </Text>
      )}
      {data === undefined ? (
        <RowSkeletons count={columns.length} />
      ) : (
        <OrderedRows
          label={t('Panel layout')}
          rows={columns}
          idOf={columnId}
          nameOf={nameOf}
          change={change}
          isRemovable
          content={(column, place) => (
            <Block
              column={column}
              name={nameOf(column)}
              isGone={column.collection_id !== null && collectionOf(column.collection_id) === undefined}
              problem={['field', 'collection_id']
                .map((part) => form.problemAt(`layout_columns.${place}.${part}`))
                .find((problem) => problem !== undefined)}
              set={(next) => change(columns.with(place, { ...column, ...next }))}
            />
          )}
        />
      )}
    </Panel>
  );
}

function choiceText({ kind, collection, field }: LayoutColumnChoice): string {
  if (kind === 'phrases') return t('Phrases');
  return `${collection} · ${kind === 'items' ? t('items') : field}`;
}

interface BlockProps {
  readonly column: LayoutColumn;
  readonly name: string;
  readonly isGone: boolean;
  readonly problem: string | undefined;
  readonly set: (change: Partial<LayoutColumn>) => void;
}

function Block({ column: { kind, title, limit }, name, isGone, problem, set }: BlockProps) {
  const kinds = { phrases: t('suggested words'), items: t('items'), values: t('values of a field') };
  return (
    <div className={classes.row}>
      <div className={classes.name} title={name}>
        {name}
        <Text size="xs" c="dimmed">
          {isGone ? t('Its collection no longer exists.') : kinds[kind]}
        </Text>
      </div>
      <TextInput
        size="xs"
        className={classes.label ?? ''}
        aria-label={`${t('Title')}: ${name}`}
        placeholder={kind === 'phrases' ? t('Without a title') : t('Title')}
        value={title}
        maxLength={200}
        disabled={isGone}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <BoundedNumber
        label={`${t('Entries')}: ${name}`}
        value={limit}
        min={1}
        max={maximumColumnEntries}
        isNeeded
        isDisabled={isGone}
        set={(next) => next !== null && set({ limit: next })}
      />
      <Wrong text={problem} />
    </div>
  );
}
