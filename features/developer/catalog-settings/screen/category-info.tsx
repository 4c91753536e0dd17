import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Download, Eye, FolderTree, Pin, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '#ui/calls/queries.ts';
import { openDownload } from '#ui/files/csv-button.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { useShortRows } from '#ui/list/list.ts';
import { type Column, Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import classes from './catalog-settings.module.css';
import { categoryText, formats } from '#ui/text/format.ts';
import { curationPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { t } from '#ui/text/i18n.ts';
import {
  type CatalogInfo,
  type CategoryInfo,
  openCatalogDownload,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import type { ResultFormState } from '#features/developer/result-settings/screen/result-form.panel.tsx';
import { sortId, sortOf, sortOptions, sortText } from '#features/developer/result-settings/screen/sort-choices.panel.tsx';
import { pathSeparator } from '#contract/item.ts';
import type { PathSort, SortChoice } from '#features/developer/result-settings/result-settings.contract.ts';

type CatalogSorts = Pick<ResultFormState['draft'], 'sort' | 'path_sorts'>;

const ownSort = ({ path_sorts: sorts }: Pick<CatalogSorts, 'path_sorts'>, path: string): SortChoice | undefined =>
  sorts.flatMap((one) => (one.path === path ? [{ field: one.field, order: one.order }] : []))[0];

/** The sort of the nearest category above, or the first sort choice. */
function inheritedSort(sorts: CatalogSorts, path: string): SortChoice {
  const above = path.split(pathSeparator).slice(0, -1).join(pathSeparator);
  if (above === '') return sorts.sort[0] ?? { field: null, order: 'asc' };
  return ownSort(sorts, above) ?? inheritedSort(sorts, above);
}

/** null removes the category's own sort. */
function withPathSort(sorts: readonly PathSort[], path: string, sort: SortChoice | null): PathSort[] {
  if (sort === null) return sorts.filter((one) => one.path !== path);
  const next = { path, ...sort };
  return sorts.some((one) => one.path === path) ? sorts.map((one) => (one.path === path ? next : one)) : [...sorts, next];
}

const inherited = 'inherited';
/** The others are found by typing. */
const offeredSorts = 50;

interface CategoryTableProps {
  readonly form: ResultFormState;
  readonly info: Pick<UseQueryResult<CatalogInfo>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  readonly collectionId: number;
  readonly field: ReactNode;
}

export function CategoryTable({ form, info, collectionId, field }: CategoryTableProps) {
  const [, change] = useAddress<'/developer/result-settings/catalog'>();
  const navigate = useNavigate();
  const show = (path: string) => change({ tab: 'results', path });
  const categories = info.data?.categories;
  const { path_sorts: sorts } = form.draft;
  const setSort = (path: string, id: string) =>
    form.edit({ path_sorts: withPathSort(sorts, path, id === inherited ? null : sortOf(id)) });
  const list = useShortRows<CategoryInfo>(
    { ...info, data: categories },
    {
      path: ({ path }) => path,
      item_count: (row) => row.item_count,
      without_price: (row) => withoutPrice(row) ?? -1,
      in_stock: (row) => row.in_stock ?? -1,
    },
  );
  const documentsOf = ({ path }: CategoryInfo) =>
    linkTo('/developer/documents', { c: collectionId, field: info.data?.path_field ?? '', value: path });
  const unpriced: Column<CategoryInfo> = {
    name: 'without_price',
    title: t('Without price'),
    cell: (row) => <Missing count={withoutPrice(row)} />,
    isSortable: true,
    isNumber: true,
  };
  return (
    <section>
      <Group gap={8} justify="space-between" mb={12}>
        <Group gap={8} align="flex-end">
          {categories !== undefined && categories.length > 0 && <SearchInput list={list} label={t('Search the list')} />}
          {field}
          {info.data !== undefined && info.data.without_category > 0 && (
            <Text size="sm" c="dimmed">
              {t('{count} items are in no category.', { count: info.data.without_category })}
            </Text>
          )}
        </Group>
        <DownloadButton collectionId={collectionId} isEmpty={categories?.length === 0} />
      </Group>
      <Table
        label={t('Categories')}
        list={list}
        columns={[
          { name: 'path', title: t('Category'), cell: ({ path }) => <Category path={path} onShow={show} />, isSortable: true },
          {
            name: 'item_count',
            title: t('Items'),
            cell: (row) => (
              <Anchor component={Link} {...documentsOf(row)} size="sm" c="inherit" title={t('Documents')}>
                {formats.number(row.item_count)}
              </Anchor>
            ),
            isSortable: true,
            isNumber: true,
          },
          ...(categories?.some((row) => (withoutPrice(row) ?? 0) > 0) ? [unpriced] : []),
          {
            name: 'in_stock',
            title: t('In stock'),
            cell: ({ in_stock: count }) => (count === null ? '–' : formats.number(count)),
            isSortable: true,
            isNumber: true,
          },
          {
            name: 'default_sort',
            title: t('Default sort'),
            cell: ({ path }) => <DefaultSort form={form} path={path} set={(id) => setSort(path, id)} />,
            width: 200,
          },
        ]}
        keyOf={({ path }) => path}
        actions={({ path }) => [
          ...(sorts.some((one) => one.path === path)
            ? [{ label: t('Reset'), icon: Undo2, run: () => setSort(path, inherited) }]
            : []),
          { label: t('Preview'), icon: Eye, run: () => show(path) },
          {
            label: t('Add curation'),
            icon: Pin,
            needs: 'search',
            run: () => void navigate(linkTo(curationPath, { id: 'new', category: path, c: collectionId })),
          },
        ]}
        empty={
          <Empty
            icon={FolderTree}
            title={t('No item has a category.')}
            text={t('Map a category field in the feed.')}
            action={
              <AllowedLink needs="data" to={linkTo('/data/import')}>
                {t('Feeds')}
              </AllowedLink>
            }
          />
        }
      />
    </section>
  );
}

const withoutPrice = ({ item_count: count, with_price: priced }: CategoryInfo): number | null =>
  priced === null ? null : count - priced;

function Missing({ count }: { readonly count: number | null }) {
  return count === null || count === 0 ? (
    '–'
  ) : (
    <Text span inherit c="var(--aisle-waiting)">
      {formats.number(count)}
    </Text>
  );
}

function Category({ path, onShow }: { readonly path: string; readonly onShow: (path: string) => void }) {
  const parents = path.split(pathSeparator);
  const name = parents.pop();
  return (
    <Anchor component="button" type="button" ta="start" size="sm" c="inherit" onClick={() => onShow(path)}>
      <Text span inherit c="dimmed">
        {parents.map((parent) => `${parent} › `)}
      </Text>
      {name}
    </Anchor>
  );
}

interface DefaultSortProps {
  readonly form: ResultFormState;
  readonly path: string;
  readonly set: (id: string) => void;
}

/** Its own sort, or that of the nearest category above. A select is drawn once somebody opens it: twenty cost most of the page. */
function DefaultSort({ form, path, set }: DefaultSortProps) {
  const [isOpen, setOpen] = useState(false);
  const { draft, problemAt } = form;
  const own = ownSort(draft, path);
  const place = draft.path_sorts.findIndex((one) => one.path === path);
  const problem = problemAt(`path_sorts.${place}.field`);
  if (isOpen || problem !== undefined) return <SortSelect form={form} path={path} set={set} own={own} problem={problem} />;
  const text = sortText(own ?? inheritedSort(draft, path));
  return (
    <button
      type="button"
      className={classes.sort}
      data-own={own !== undefined}
      aria-haspopup="listbox"
      aria-label={`${t('Default sort')}: ${categoryText(path)}, ${own === undefined ? t('inherits: {sort}', { sort: text }) : text}`}
      onClick={() => setOpen(true)}
    >
      {text}
      <ChevronsUpDown size={14} aria-hidden />
    </button>
  );
}

interface SortSelectProps extends DefaultSortProps {
  readonly own: SortChoice | undefined;
  readonly problem: string | undefined;
}

function SortSelect({ form: { draft, fields }, path, set, own, problem }: SortSelectProps) {
  const choices = sortOptions(fields);
  const isKnown = own === undefined || choices.some(({ value }) => value === sortId(own));
  return (
    <Select
      size="xs"
      aria-label={`${t('Default sort')}: ${categoryText(path)}`}
      data={[
        { value: inherited, label: t('inherits: {sort}', { sort: sortText(inheritedSort(draft, path)) }) },
        ...(isKnown ? [] : [{ value: sortId(own), label: sortText(own) }]),
        ...choices,
      ]}
      limit={offeredSorts}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('Nothing found')}
      value={own === undefined ? inherited : sortId(own)}
      error={problem}
      {...(problem === undefined && { autoFocus: true, defaultDropdownOpened: true })}
      onChange={(id) => id !== null && set(id)}
    />
  );
}

interface DownloadButtonProps {
  readonly collectionId: number;
  readonly isEmpty: boolean;
}

function DownloadButton({ collectionId: c, isEmpty }: DownloadButtonProps) {
  const { mutate: open, isPending } = useAction(openCatalogDownload);
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={isPending}
      disabled={isEmpty}
      onClick={() => open({ c }, { onSuccess: ({ address }) => openDownload(address) })}
    >
      {t('Export CSV')}
    </Button>
  );
}
