import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Microscope, Replace, Scale, ScanSearch, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { pathSeparator } from '#contract/item.ts';
import type { FoundItem } from '#contract/search.ts';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import { NoItems } from '#ui/collection/collection-page.tsx';
import { ItemCell, Price, shownItemOf } from '#ui/item/item-cell.tsx';
import type { List } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { linkHere, linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { TesterFilters } from './tester-filters.tsx';
import classes from './query-tester.module.css';

interface ResultsTableProps {
  readonly list: List<FoundItem>;
  /** By item id. */
  readonly missingWords: Readonly<Record<string, readonly string[]>>;
  readonly compare: (a: string) => void;
  /** From 1. */
  readonly firstPlace: number;
  readonly nothing: ReactNode;
}

export function ResultsTable({ list, missingWords, compare, firstPlace, nothing }: ResultsTableProps) {
  const [, change] = useAddress();
  if (list.rows?.length === 0 && list.search !== '' && !list.isOther) return nothing;
  const placeOf = (item: FoundItem): string => formats.number(firstPlace + (list.rows?.indexOf(item) ?? 0));
  const largest = Math.max(0, ...(list.rows ?? []).map((item) => item.score));
  const score = {
    name: 'score',
    title: t('Score'),
    cell: (item: FoundItem) => (
      <span className={classes.score}>
        {formats.score(item.score)}
        <ShareBar value={item.score} largest={largest} />
      </span>
    ),
    isNumber: true,
    width: 96,
  };
  return (
    <Table
      label={t('Results')}
      list={list}
      columns={[
        {
          name: 'place',
          title: '#',
          cell: placeOf,
          isNumber: true,
          isWideOnly: true,
          width: 40,
        },
        {
          name: 'item',
          title: t('Item'),
          cell: (item) => <NameCell item={item} place={placeOf(item)} missing={missingWords[item.id]} />,
          isName: true,
        },
        ...(list.search !== '' ? [score] : []),
        {
          name: 'category',
          title: t('Category'),
          cell: (item) => <CategoryCell item={item} />,
          isRoomyOnly: true,
          width: 116,
        },
        { name: 'brand', title: t('Brand'), cell: (item) => shownItemOf(item).brand, isRoomyOnly: true, width: 104 },
        { name: 'price', title: t('Price'), cell: (item) => <PriceCell item={item} />, isNumber: true, width: 84 },
        {
          name: 'variants',
          title: t('Variants'),
          cell: (item) => formats.number(item.variant_count),
          isNumber: true,
          isWideOnly: true,
          width: 70,
        },
      ]}
      keyOf={({ id }) => id}
      divider={lessExact(list.rows ?? [], missingWords)}
      opens={({ id }) => ({ why: id })}
      actions={({ id }) => [
        { label: t('Why is it here?'), icon: ScanSearch, run: () => change({ why: id }) },
        { label: t('Compare results'), icon: Scale, run: () => compare(id) },
      ]}
      empty={<NoItems />}
    />
  );
}

/** Before the first item that lacks words, where all after it do, too. */
function lessExact(rows: readonly FoundItem[], missingWords: ResultsTableProps['missingWords']) {
  const isExact = ({ id }: FoundItem): boolean => missingWords[id] === undefined;
  const before = rows.findIndex((item) => !isExact(item));
  return before < 0 || rows.slice(before).some(isExact)
    ? undefined
    : { before, text: t('Less exact matches: items without some of the words') };
}

interface NameCellProps {
  readonly item: FoundItem;
  readonly place: string;
  readonly missing: readonly string[] | undefined;
}

function NameCell({ item, place, missing }: NameCellProps) {
  const { name, image, brand, category } = shownItemOf(item);
  return (
    <span className={classes.item}>
      <ItemCell
        item={{ name, image }}
        isCompact
        shownName={
          <>
            {name}
            <span className={classes.narrowFacts}>
              {[brand, category?.split(pathSeparator).at(-1)].filter(Boolean).join(' · ')}
            </span>
            {missing && <span className={classes.missing}>{t('Without {words}', { words: missing.join(', ') })}</span>}
            {item.is_promoted && (
              <span className={classes.promoted}>
                <Status kind="promoted" label={t('Promoted')} />
              </span>
            )}
          </>
        }
      />
      <span className={classes.narrowPlace} aria-hidden>
        {place}
      </span>
    </span>
  );
}

/** Opens the row as the link under it does, which would keep its title from showing. */
function CategoryCell({ item }: { readonly item: FoundItem }) {
  const levels = shownItemOf(item).category?.split(pathSeparator) ?? [];
  return (
    <Link
      {...linkHere({ why: item.id })}
      resetScroll={false}
      tabIndex={-1}
      className={classes.category}
      title={levels.join(' › ')}
    >
      {levels.at(-1)}
    </Link>
  );
}

function PriceCell({ item }: { readonly item: FoundItem }) {
  const { price, currency } = shownItemOf(item);
  return price === undefined ? null : <Price value={price} currency={currency} />;
}

interface NothingMatchesProps {
  readonly q: string;
  readonly c: number;
  readonly filters: TesterFilters;
}

export function NothingMatches({ q, c, filters }: NothingMatchesProps) {
  const [term] = q.trim().split(/\s+/);
  const isFiltered = filters.text !== '';
  return (
    <Empty
      icon={SearchX}
      title={t('Nothing matches “{search}”', { search: q })}
      text={isFiltered ? t('Try it without filters.') : t('No item has a similar word. A synonym can help.')}
      action={
        <Group gap={8} justify="center">
          {isFiltered && (
            <Button variant="default" onClick={filters.clear}>
              {t('Clear filters')}
            </Button>
          )}
          <AllowedButton
            needs="search"
            to={linkTo('/search-settings/synonyms', { edit: 'new', term: q.trim() })}
            icon={Replace}
            isPrimary
          >
            {t('Add synonym for “{query}”', { query: q.trim() })}
          </AllowedButton>
          <AllowedButton needs="developer" to={linkTo('/developer/analyze', { term, c })} icon={Microscope}>
            {t('Analyze')}
          </AllowedButton>
        </Group>
      }
    />
  );
}
