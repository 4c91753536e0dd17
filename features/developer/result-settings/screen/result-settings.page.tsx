import { Text } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { maximumColumnEntries, maximumPanelColumns } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { Loaded, RowSkeletons } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { AddChoice } from '#ui/form/add-choice.tsx';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type LayoutColumn,
  type LayoutColumnChoice,
  listLayoutColumns,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { BoundedNumber, OrderedRows, RowName, RowText, Wrong } from './ordered-rows.tsx';
import type { ReactNode } from 'react';
import { QueryBox, usePreviewedQuery } from '#ui/item/preview-panel.tsx';
import {
  readSettings,
  ResultForm,
  type ResultFormState,
  ResultPreview,
  ResultRefusal,
  ResultSaving,
  type SettingsAnswer,
  useResultForm,
} from './result-form.panel.tsx';

const keys = ['q', 'part'];

export default function ResultSettingsPage() {
  const frame = {
    title: t('Result settings'),
    purpose: t('Choose what search returns, and in what order.'),
    help: <Text size="sm">{t('Hide what the shop doesn’t need, such as purchase prices.')}</Text>,
  };
  return (
    <CollectionPage keys={keys} frame={frame}>
      {({ id }) => <OfCollection id={id} frame={frame} />}
    </CollectionPage>
  );
}

function OfCollection({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const skeleton = <RowSkeletons />;
  // Both at once.
  usePrefetchQuery(readSettings('search', id));
  return (
    <Page {...frame}>
      <Loaded query={readSettings('autocomplete', id)} skeleton={skeleton}>
        {(autocomplete) => (
          <Loaded query={readSettings('search', id)} skeleton={skeleton}>
            {(search) => <Forms autocomplete={autocomplete} search={search} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** Changes outlive a switch of tabs. */
function Forms(answers: { readonly autocomplete: SettingsAnswer; readonly search: SettingsAnswer }) {
  const autocomplete = useResultForm('autocomplete', answers.autocomplete);
  const search = useResultForm('search', answers.search);
  useUnsaved(autocomplete.isDirty || search.isDirty, 'page');
  return (
    <Tabs
      tabs={[
        { name: 'search', title: t('Search'), content: <OfQuery form={search} /> },
        {
          name: 'autocomplete',
          title: t('Autocomplete'),
          content: <OfQuery form={autocomplete} above={<PanelLayout form={autocomplete} />} />,
        },
      ]}
    />
  );
}

function OfQuery({ form, above }: { readonly form: ResultFormState; readonly above?: ReactNode }) {
  return (
    <>
      <ResultRefusal form={form} />
      <ResultForm form={form} above={above} preview={<QueryPreview form={form} />} />
      <ResultSaving form={form} />
    </>
  );
}

/** A component, so that a query renders no settings again. */
function QueryPreview({ form }: { readonly form: ResultFormState }) {
  const { collectionId } = form;
  const [q, setQ] = usePreviewedQuery(collectionId);
  return <ResultPreview form={form} asked={q.trim()} chooser={<QueryBox collectionId={collectionId} q={q} setQ={setQ} />} />;
}

const newBlockLimit = 4;

const columnId = ({ kind, collection_id: id, field }: Pick<LayoutColumn, 'kind' | 'collection_id' | 'field'>): string =>
  kind === 'phrases' ? kind : kind === 'items' ? `${kind} ${id}` : `${kind} ${id} ${field}`;

/** The blocks of the autocomplete panel. The project has one panel for all its collections. */
function PanelLayout({ form }: { readonly form: ResultFormState }) {
  const { data } = useQuery(query(listLayoutColumns, {}));
  const { layout_columns: columns } = form.draft;
  const choices = data?.columns ?? [];
  const used = new Set(columns.map(columnId));
  const collectionOf = (id: number | null) => choices.find((one) => one.collection_id === id)?.collection;
  const nameOf = ({ kind, collection_id: id, field }: LayoutColumn): string => {
    if (kind === 'phrases') return t('Phrases');
    const collection = collectionOf(id) ?? t('Deleted collection');
    return kind === 'items' ? collection : `${collection} · ${fieldLabel(field)}`;
  };
  const change = (layout_columns: readonly LayoutColumn[]) => form.edit({ layout_columns });
  const add = (wanted: string) => {
    const choice = choices.find((one) => columnId(one) === wanted);
    if (choice === undefined) return;
    const { kind, collection_id, field } = choice;
    change([...columns, { kind, collection_id, field, title: '', limit: newBlockLimit }]);
  };
  return (
    <Panel
      title={t('Panel layout')}
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
              problem={form.problemAt(`layout_columns.${place}.field`) ?? form.problemAt(`layout_columns.${place}.collection_id`)}
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
  return `${collection} · ${kind === 'items' ? t('items') : fieldLabel(field)}`;
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
    <>
      <RowName name={name} note={isGone ? t('Its collection no longer exists.') : kinds[kind]} />
      <RowText
        label={t('Title')}
        name={name}
        placeholder={kind === 'phrases' ? t('Without a title') : t('Title')}
        value={title}
        isDisabled={isGone}
        set={(next) => set({ title: next })}
      />
      <BoundedNumber
        label={`${t('Entries')}: ${name}`}
        value={limit}
        min={1}
        max={maximumColumnEntries}
        isNeeded
        disabled={isGone}
        set={(next) => next !== null && set({ limit: next })}
      />
      <Wrong text={problem} />
    </>
  );
}
