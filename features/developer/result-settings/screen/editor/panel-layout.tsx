import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { maximumColumnEntries, maximumPanelColumns } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { OrderedRows } from '#features/developer/result-settings/screen/ordered-rows.tsx';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { LayoutColumn } from '#features/developer/result-settings/result-fields.contract.ts';
import { type LayoutColumnChoice, listLayoutColumns } from '#features/developer/result-settings/result-settings.contract.ts';
import { AddChoice } from './add-choice.tsx';
import { BoundedNumber } from './bounded-number.tsx';
import { columnId } from './draft.ts';
import classes from './editor.module.css';
import type { ResultEditor } from './use-result-editor.tsx';

/** Of a block that is new. */
const usualLimit = 4;

function columnWords(t: Translate, { kind, field }: Pick<LayoutColumn, 'kind' | 'field'>, collection: string): string {
  if (kind === 'phrases') return t('Phrases');
  return kind === 'items' ? collection : `${collection} · ${field}`;
}

/** The blocks of the panel under the search box, in their order. They are those of the project, whatever the collection. */
export function PanelLayout({ editor }: { readonly editor: ResultEditor }) {
  const { data } = useQuery(query(listLayoutColumns, {}));
  const { layout_columns: columns } = editor.draft;
  const choices = data?.columns ?? [];
  const used = new Set(columns.map(columnId));
  const collectionOf = (id: number | null) => choices.find((one) => one.collection_id === id)?.collection;
  const nameOf = (column: LayoutColumn) => columnWords(t, column, collectionOf(column.collection_id) ?? t('Deleted collection'));
  const change = (layout_columns: readonly LayoutColumn[]) => editor.change({ layout_columns });
  const isFull = columns.length >= maximumPanelColumns;
  const add = (id: string) => {
    const choice = choices.find((one) => columnId(one) === id);
    if (choice === undefined) return;
    const { kind, collection_id, field } = choice;
    change([...columns, { kind, collection_id, field, title: '', limit: usualLimit }]);
  };
  return (
    <Panel
      title={t('Panel layout')}
      text={t('What stands under the search box, block by block.')}
      actions={
        <AddChoice
          label={t('Add block')}
          choices={choices
            .filter((one) => !used.has(columnId(one)))
            .map((one) => ({ value: columnId(one), label: choiceWords(t, one) }))}
          add={add}
          reason={isFull ? t('At most {count} blocks.', { count: maximumPanelColumns }) : undefined}
        />
      }
    >
      {columns.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No blocks: the panel shows nothing.')}
        </Text>
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
              {...{ editor, column, place }}
              name={nameOf(column)}
              isGone={data !== undefined && column.collection_id !== null && collectionOf(column.collection_id) === undefined}
              set={(next) => change(columns.map((one) => (one === column ? { ...one, ...next } : one)))}
            />
          )}
        />
      )}
    </Panel>
  );
}

const choiceWords = (t: Translate, choice: LayoutColumnChoice): string =>
  choice.kind === 'items' ? `${choice.collection} · ${t('items')}` : columnWords(t, choice, choice.collection);

interface BlockProps {
  readonly editor: ResultEditor;
  readonly column: LayoutColumn;
  readonly place: number;
  readonly name: string;
  readonly isGone: boolean;
  readonly set: (change: Partial<LayoutColumn>) => void;
}

function Block({ editor, column: { kind, title, limit }, place, name, isGone, set }: BlockProps) {
  const kinds = { phrases: t('suggested words'), items: t('items'), values: t('values of a field') };
  const problem = ['field', 'collection_id'].map((part) => editor.problemAt(`layout_columns.${place}.${part}`)).find(Boolean);
  return (
    <div className={classes.block}>
      <div className={classes.names}>
        <div className={classes.name} title={name}>
          {name}
        </div>
        {isGone ? (
          <Text size="xs" className={classes.warned}>
            <TriangleAlert size={14} aria-hidden /> {t('Its collection no longer exists.')}
          </Text>
        ) : (
          <Text size="xs" {...(problem === undefined ? { c: 'dimmed' } : { className: classes.wrong })}>
            {problem ?? kinds[kind]}
          </Text>
        )}
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
        isDisabled={isGone}
        set={(next) => next !== null && set({ limit: next })}
      />
    </div>
  );
}
