import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import type { CollectionChoice } from '#ui/collection/collection.ts';
import type { PageFrame } from '#ui/collection/collection-page.tsx';
import { CollectionSettingsPage } from '#ui/collection/collection-settings-page.tsx';
import { useOfCollection } from '#ui/collection/collection-query.ts';
import { Page } from '#ui/page/page.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { t } from '#ui/text/i18n.ts';
import {
  type ResultEdit,
  type ResultEditor,
  ResultSettingsEditor,
  SampleAnswer,
} from '#features/developer/result-settings/screen/editor/result-editor.panel.tsx';
import { type CatalogSettings, readCatalogSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import { type CategoryInfo, readCatalogInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { CatalogInfoTable } from './catalog-info-table.tsx';
import { Select } from '@mantine/core';
import { Panel } from '#ui/page/panel.tsx';
import { FolderTree } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { pathText } from './path-text.ts';

/** A shop may have thousands; more than these are found by typing. */
const offeredCategories = 50;

interface CategorySampleProps {
  readonly editor: ResultEditor;
  readonly categories: readonly CategoryInfo[];
}

/** What the shop would answer in a category by the settings as they are edited. The address keeps it as `path`. */
function CategorySample({ editor, categories }: CategorySampleProps) {
  const [{ path = '' }, change] = useAddress();
  return (
    <>
      <Select
        aria-label={t('Category')}
        placeholder={t('All items')}
        leftSection={<FolderTree size={16} aria-hidden />}
        data={categories.map((one) => ({ value: one.path, label: pathText(one.path) }))}
        limit={offeredCategories}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('All items') }}
        nothingFoundMessage={t('Nothing matches')}
        value={path === '' ? null : path}
        onChange={(next) => change({ path: next ?? undefined }, { isReplacing: true })}
      />
      <SampleAnswer editor={editor} asked={path} input={{ path }} />
    </>
  );
}

const keys = ['path', 'search', 'low', 'sort', 'order'];

export default function CatalogSettingsPage() {
  const frame = {
    title: t('Catalogue settings'),
    purpose: t('How customers browse by category.'),
    help: <Help />,
    isWide: true,
  };
  return (
    <CollectionSettingsPage keys={keys} frame={frame} query={({ id }) => query(readCatalogSettings, { c: id })}>
      {(loaded) => <Editor {...loaded} frame={frame} />}
    </CollectionSettingsPage>
  );
}

/** While items are still gone through, what was counted by then is asked for again after so long. */
const countingMs = 2_000;

interface EditorProps {
  readonly data: CatalogSettings;
  readonly isFetching: boolean;
  readonly collection: CollectionChoice;
  readonly frame: PageFrame;
}

function Editor({ data, isFetching, collection: { id }, frame }: EditorProps) {
  const [edit, setEdit] = useState<ResultEdit | null>(null);
  const info = useQuery({
    ...query(readCatalogInfo, { c: id }),
    refetchInterval: ({ state }) => (state.data?.is_counting ? countingMs : false),
  });
  return (
    <Page {...frame}>
      <RefetchBar isMoving={isFetching} />
      <ResultSettingsEditor
        kind="catalog"
        answer={data}
        edit={edit}
        setEdit={setEdit}
        refreshes={[readCatalogInfo]}
        above={(editor) => <CategoryField editor={editor} used={info.data?.path_field ?? null} />}
        sample={(editor) => <CategorySample editor={editor} categories={info.data?.categories ?? []} />}
        below={(editor) => <CatalogInfoTable editor={editor} info={info} collectionId={id} />}
      />
    </Page>
  );
}

function Help() {
  const info = useOfCollection(readCatalogInfo);
  const largest = info?.categories.toSorted((one, other) => other.item_count - one.item_count)[0];
  return (
    <Sentences
      of={[
        t('The catalogue is how customers go through your shop without a query: by categories, and the categories below them.'),
        t('A category is sorted as it is set here. One without a sort of its own is sorted as the nearest category above.'),
        ...(largest
          ? [
              t('An example: “{path}” has {count} items. A sort that is set for it counts for all categories below it, too.', {
                path: largest.path,
                count: largest.item_count,
              }),
            ]
          : []),
        t('The table tells where items lack a picture, a price or stock, which keeps customers from buying.'),
      ]}
    />
  );
}

interface CategoryFieldProps {
  readonly editor: ResultEditor;
  /** The current setting; null if no field has levels. */
  readonly used: string | null;
}

function CategoryField({ editor, used }: CategoryFieldProps) {
  const { path_field: chosen } = editor.draft;
  const paths = editor.saved.fields.filter((field) => field.is_path).map(({ name }) => name);
  const names = chosen === null || paths.includes(chosen) ? paths : [chosen, ...paths];
  const usual = chosen === null && used !== null ? t('As usual: {name}', { name: used }) : t('As usual: the first with levels');
  return (
    <Panel title={t('Category field')} text={t('Whose values are the categories that customers go through.')}>
      <Select
        aria-label={t('Category field')}
        description={t('Only fields with levels.')}
        error={editor.problemAt('path_field')}
        data={[{ value: '', label: usual }, ...names.map((name) => ({ value: name, label: name }))]}
        value={chosen ?? ''}
        allowDeselect={false}
        maw={320}
        onChange={(name) => editor.change({ path_field: name === '' ? null : name })}
      />
    </Panel>
  );
}
