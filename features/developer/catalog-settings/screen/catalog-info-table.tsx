import { Group, Select, Switch, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { FolderTree, Undo2 } from 'lucide-react';
import { SearchInput } from '#ui/list/search-input.tsx';
import { useShortRows } from '#ui/list/short-list.ts';
import { Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { PublishedRows } from '#features/developer/published-rows/screen/published-rows.panel.tsx';
import type { ResultEditor } from '#features/developer/result-settings/screen/editor/result-editor.panel.tsx';
import type { CatalogInfo, CategoryInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import classes from './catalog-info.module.css';
import { hasGaps, shareOf } from './coverage.ts';
import { CategoryName, Coverage, ItemCount } from './category-cells.tsx';
import { DownloadCategories } from './download-categories.tsx';
import { inheritedSort, sortedCategory, withPathSort } from './path-sorts.ts';
import {
  sortId,
  sortOf,
  useSortChoices,
  useSortText,
} from '#features/developer/result-settings/screen/editor/sort-choices.panel.tsx';
import { pathText } from './path-text.ts';

const inherited = 'inherited';
/** Of thousands of fields, the others are found by typing. */
const offeredSorts = 50;

/** How a category is sorted until a customer chooses: as it is set, or as the categories above. */
function DefaultSort({ editor, path }: { readonly editor: ResultEditor; readonly path: string }) {
  const text = useSortText();
  const choices = useSortChoices(editor.saved.fields);
  const { draft } = editor;
  const { sort, isInherited } = sortedCategory(draft, path);
  const own = isInherited
    ? []
    : choices.some(({ value }) => value === sortId(sort))
      ? []
      : [{ value: sortId(sort), label: text(sort) }];
  const place = draft.path_sorts.findIndex((one) => one.path === path);
  return (
    <Select
      size="xs"
      aria-label={`${t('Default sort')}: ${pathText(path)}`}
      data={[{ value: inherited, label: t('inherits: {sort}', { sort: text(inheritedSort(draft, path)) }) }, ...own, ...choices]}
      limit={offeredSorts}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('Nothing matches')}
      value={isInherited ? inherited : sortId(sort)}
      error={editor.problemAt(`path_sorts.${place}.field`)}
      onChange={(id) => {
        if (id !== null)
          editor.change({ path_sorts: withPathSort(draft.path_sorts, path, id === inherited ? null : sortOf(id)) });
      }}
    />
  );
}

interface CatalogInfoTableProps {
  readonly editor: ResultEditor;
  readonly info: Pick<UseQueryResult<CatalogInfo>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  readonly collectionId: number;
}

/** Shares are sorted as whole numbers; unknown ones come first. */
const perMille = (count: number | null, of: number): number => Math.round((shareOf(count, of) ?? -1) * 1_000);

/** Every category: how many items it has, what they lack, and how it is sorted. */
export function CatalogInfoTable({ editor, info, collectionId }: CatalogInfoTableProps) {
  const [{ low }, change] = useAddress();
  const isLow = low === '1';
  const categories = info.data?.categories;
  const { path_sorts: sorts } = editor.draft;
  const list = useShortRows<CategoryInfo>(
    { ...info, data: isLow ? categories?.filter(hasGaps) : categories },
    {
      path: ({ path }) => path,
      item_count: (row) => row.item_count,
      with_picture: (row) => perMille(row.with_picture, row.item_count),
      with_price: (row) => perMille(row.with_price, row.item_count),
      in_stock: (row) => perMille(row.in_stock, row.item_count),
    },
  );
  const link = { collectionId, pathField: info.data?.path_field ?? '' };
  const coverage = (name: 'with_picture' | 'with_price' | 'in_stock', title: string) => ({
    name,
    title,
    cell: (row: CategoryInfo) => <Coverage {...link} row={row} count={row[name]} />,
    isSortable: true,
    isNumber: true,
  });
  return (
    <section className={classes.info} aria-labelledby="catalogue-info">
      <Group gap={8} justify="space-between" mb={12}>
        <div>
          <Title order={2} id="catalogue-info">
            {t('Catalogue info')}
          </Title>
          {info.data !== undefined && info.data.without_category > 0 && (
            <Text size="sm" c="dimmed">
              {t('{count} items are in no category.', { count: info.data.without_category })}
            </Text>
          )}
        </div>
        <Group gap={8}>
          <PublishedRows />
          <DownloadCategories collectionId={collectionId} isEmpty={categories?.length === 0} />
        </Group>
      </Group>
      {categories !== undefined && categories.length > 0 && (
        <Group gap={16} mb={12}>
          <SearchInput list={list} label={t('Search categories')} />
          <Switch
            size="sm"
            label={t('Low coverage only')}
            checked={isLow}
            onChange={(event) => change({ low: event.currentTarget.checked ? 1 : undefined, page: undefined })}
          />
        </Group>
      )}
      <Table
        label={t('Catalogue info')}
        list={{ ...list, isEmpty: categories?.length === 0, clearFilters: () => change({ low: undefined }) }}
        columns={[
          { name: 'path', title: t('Category'), cell: ({ path }) => <CategoryName path={path} />, isSortable: true },
          {
            name: 'item_count',
            title: t('Items'),
            cell: (row) => <ItemCount {...link} row={row} />,
            isSortable: true,
            isNumber: true,
          },
          coverage('with_picture', t('With picture')),
          { ...coverage('with_price', t('With price')), isWideOnly: true },
          coverage('in_stock', t('In stock')),
          {
            name: 'default_sort',
            title: t('Default sort'),
            cell: ({ path }) => <DefaultSort editor={editor} path={path} />,
            width: 260,
          },
        ]}
        keyOf={({ path }) => path}
        actions={({ path }) =>
          sorts.some((one) => one.path === path)
            ? [
                {
                  label: t('Reset'),
                  icon: Undo2,
                  run: () => editor.change({ path_sorts: withPathSort(sorts, path, null) }),
                },
              ]
            : []
        }
        empty={<NoCategories />}
      />
    </section>
  );
}

function NoCategories() {
  return (
    <Empty
      icon={FolderTree}
      title={t('No item has a category.')}
      text={t('Map one in the feed, and customers can go through your shop by it.')}
      action={
        <AllowedLink needs="data" to={linkTo('/data/import')}>
          {t('Go to the feeds')}
        </AllowedLink>
      }
    />
  );
}
