import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { type PageFrame, CollectionSettingsPage } from '#ui/collection/collection-page.tsx';
import { fieldChoice, fieldLabel } from '#ui/item/field-words.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { RefetchBar } from '#ui/page/states.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { useAddress } from '#ui/state/address.ts';
import { categoryText, anyOf } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type CategoryInfo, readCatalogInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { type CatalogSettings, readCatalogSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import {
  ResultForm,
  type ResultFormState,
  ResultPreview,
  ResultRefusal,
  ResultSaving,
  useResultForm,
} from '#features/developer/result-settings/screen/result-form.panel.tsx';
import { CategoryTable } from './category-info.tsx';

const keys = ['search', 'sort', 'order', 'path', 'part'];

export default function CatalogSettingsPage() {
  const frame = {
    title: t('Catalogue settings'),
    purpose: t('How customers browse by category.'),
    help: (
      <Sentences
        of={[
          t('In the catalogue, customers browse without a query.'),
          t('Categories inherit the sort of the nearest category above.'),
        ]}
      />
    ),
  };
  return (
    <CollectionSettingsPage keys={keys} frame={frame} query={({ id }) => query(readCatalogSettings, { c: id })}>
      {({ data, isFetching, collection }) => (
        <Editor data={data} isFetching={isFetching} collectionId={collection.id} frame={frame} />
      )}
    </CollectionSettingsPage>
  );
}

interface EditorProps {
  readonly data: CatalogSettings;
  readonly isFetching: boolean;
  readonly collectionId: number;
  readonly frame: PageFrame;
}

function Editor({ data, isFetching, collectionId, frame }: EditorProps) {
  const form = useResultForm('catalog', data, [readCatalogInfo]);
  const info = useQuery(query(readCatalogInfo, { c: collectionId }));
  const [{ path: chosen }, change] = useAddress<'/developer/result-settings/catalog'>();
  const categories = info.data?.categories ?? [];
  const path = chosen ?? fullest(categories) ?? '';
  return (
    <Page {...frame}>
      <RefetchBar isMoving={isFetching} />
      <ResultRefusal form={form} />
      <Tabs
        tabs={[
          {
            name: 'categories',
            title: t('Categories'),
            content: (
              <CategoryTable
                form={form}
                info={info}
                collectionId={collectionId}
                field={<CategoryField form={form} used={info.data?.path_field ?? null} />}
              />
            ),
          },
          {
            name: 'results',
            title: t('Results of a category'),
            content: (
              <ResultForm
                form={form}
                preview={
                  info.data && (
                    <ResultPreview
                      form={form}
                      asked={path}
                      chooser={
                        <Select
                          label={t('Category')}
                          data={[
                            { value: '', label: anyOf(t('Categories')) },
                            ...categories.map((one) => ({ value: one.path, label: categoryText(one.path) })),
                          ]}
                          limit={offeredCategories}
                          searchable
                          allowDeselect={false}
                          nothingFoundMessage={t('Nothing found')}
                          value={path}
                          onChange={(next) => change({ path: next ?? '' }, { isReplacing: true })}
                        />
                      }
                    />
                  )
                }
              />
            ),
          },
        ]}
      />
      <ResultSaving form={form} />
    </Page>
  );
}

/** The others are found by typing. */
const offeredCategories = 50;

const fullest = (categories: readonly CategoryInfo[]): string | undefined =>
  categories.toSorted((one, other) => other.item_count - one.item_count)[0]?.path;

interface CategoryFieldProps {
  readonly form: ResultFormState;
  /** The field in use; null if no field has levels. */
  readonly used: string | null;
}

function CategoryField({ form, used }: CategoryFieldProps) {
  const { path_field: chosen } = form.draft;
  const paths = form.fields.filter((field) => field.is_path).map(({ name }) => name);
  const names = chosen === null || paths.includes(chosen) ? paths : [chosen, ...paths];
  if (names.length < 2 && chosen === null) return null;
  const usual = used === null ? t('Default: the first with levels') : t('Default: {name}', { name: fieldLabel(used) });
  return (
    <Select
      label={t('Category field')}
      error={form.problemAt('path_field')}
      data={[{ value: '', label: usual }, ...names.map(fieldChoice)]}
      value={chosen ?? ''}
      allowDeselect={false}
      w={{ base: '100%', xs: 260 }}
      onChange={(name) => form.edit({ path_field: name === '' ? null : name })}
    />
  );
}
