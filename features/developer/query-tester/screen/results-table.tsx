import { Scale, ScanSearch, Microscope, Replace, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathSeparator } from '#contract/item.ts';
import type { FoundItem, SearchData } from '#contract/search.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, Price, shownItemOf } from '#ui/item/item-cell.tsx';
import type { List } from '#ui/list/list.ts';
import { NoItems } from '#ui/collection/collection-page.tsx';
import { Status } from '#ui/page/status.tsx';
import { Table } from '#ui/list/table.tsx';
import classes from './query-tester.module.css';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { query } from '#ui/calls/queries.ts';
import { Empty } from '#ui/page/states.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import type { TesterFilters } from './tester-filters.tsx';

interface ResultsTableProps {
  readonly list: List<FoundItem>;
  readonly explain: (item: FoundItem) => void;
  readonly compare: (item: FoundItem) => void;
  /** From 1. */
  readonly firstPlace: number;
  readonly hasScores: boolean;
  readonly nothing: ReactNode;
}

export function ResultsTable({ list, explain, compare, firstPlace, hasScores, nothing }: ResultsTableProps) {
  const placeOf = (item: FoundItem) => firstPlace + (list.rows?.indexOf(item) ?? 0);
  if (list.rows?.length === 0 && list.search !== '' && !list.isOther) return nothing;
  return (
    <Table
      label={t('Results')}
      list={list}
      columns={[
        { ...wide, name: 'place', title: '#', cell: (item) => formats.number(placeOf(item)), isNumber: true, width: 40 },
        { name: 'item', title: t('Item'), cell: (item) => <NameCell item={item} hasScore={hasScores} />, isName: true },
        ...(hasScores
          ? [
              {
                ...wide,
                name: 'score',
                title: t('Score'),
                cell: ({ score }: FoundItem) => formats.score(score),
                isNumber: true,
                width: 70,
              },
            ]
          : []),
        {
          isRoomyOnly: true,
          name: 'category',
          title: t('Category'),
          cell: (item) => <CategoryCell path={shownItemOf(item).category} />,
          width: 116,
        },
        { isRoomyOnly: true, name: 'brand', title: t('Brand'), cell: (item) => shownItemOf(item).brand, width: 104 },
        { ...wide, name: 'price', title: t('Price'), cell: (item) => <PriceCell item={item} />, isNumber: true, width: 84 },
        {
          ...wide,
          name: 'variants',
          title: t('Variants'),
          cell: (item) => formats.number(item.variant_count),
          isNumber: true,
          width: 70,
        },
      ]}
      keyOf={({ id }) => id}
      opens={({ id }) => ({ why: id })}
      actions={(item) => [
        { label: t('Explain why it is here'), icon: ScanSearch, run: () => explain(item) },
        { label: t('Compare with another item'), icon: Scale, run: () => compare(item) },
      ]}
      empty={<NoItems />}
    />
  );
}

/** Shown under the name on a phone. */
const wide = { isWideOnly: true } as const;

function NameCell({ item, hasScore }: { readonly item: FoundItem; readonly hasScore: boolean }) {
  const { name, image } = shownItemOf(item);
  return (
    <span className={classes.item}>
      <ItemCell item={{ name, image }} isCompact />
      <HiddenFacts item={item} hasScore={hasScore} />
      {item.is_promoted && (
        <span className={classes.promoted}>
          <Status kind="promoted" label={t('Promoted')} />
        </span>
      )}
    </span>
  );
}

/** The columns that a narrow table lacks. */
function HiddenFacts({ item, hasScore }: { readonly item: FoundItem; readonly hasScore: boolean }) {
  const { brand, category } = shownItemOf(item);
  const grey = [brand, category?.split(pathSeparator).at(-1)].filter(Boolean).join(' · ');
  return (
    <span className={classes.leftOut}>
      {grey !== '' && <span className={classes.kind}>{grey}</span>}
      <span className={classes.cardFacts}>
        <PriceCell item={item} />
        {hasScore && <span>{t('Score {score}', { score: formats.score(item.score) })}</span>}
        {item.variant_count > 1 && <span>{t('{count} variants', { count: item.variant_count })}</span>}
      </span>
    </span>
  );
}

function CategoryCell({ path = '' }: { readonly path: string | undefined }) {
  const levels = path.split(pathSeparator);
  return <span title={levels.join(' › ')}>{levels.at(-1)}</span>;
}

function PriceCell({ item }: { readonly item: FoundItem }) {
  const { price, currency } = shownItemOf(item);
  return price === undefined ? null : <Price value={price} currency={currency} />;
}

const relevance = 'relevance';

interface Order {
  /** Empty for the default order. */
  readonly sort: string;
  readonly isByRelevance: boolean;
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  readonly set: (sort: string) => void;
}

export function useResultOrder(answer: SearchData | undefined): Order {
  const [{ sort = '' }, change] = useAddress();
  const numbers = answer?.facets.filter(({ min }) => min !== undefined) ?? [];
  const labelOf = ({ field, label }: SearchData['facets'][number]) => label ?? (field === 'price' ? t('Price') : field);
  return {
    sort,
    isByRelevance: sort === '',
    fields: numbers.map((facet) => ({ name: facet.field, label: labelOf(facet) })),
    set: (next) => change({ sort: next === relevance ? undefined : next, page: undefined }),
  };
}

export function ResultOrder({ order: { sort, fields, set } }: { readonly order: Order }) {
  const choices = [
    { value: relevance, label: t('Best match first') },
    ...fields.flatMap(({ name, label }) => [
      { value: `${name}:asc`, label: t('{field}, lowest first', { field: label }) },
      { value: `${name}:desc`, label: t('{field}, highest first', { field: label }) },
    ]),
  ];
  const isKnown = choices.some(({ value }) => value === sort);
  if (choices.length === 1 && sort === '') return null;
  return (
    <Select
      aria-label={t('Order')}
      data={isKnown || sort === '' ? choices : [...choices, { value: sort, label: sort }]}
      value={sort === '' ? relevance : sort}
      onChange={(next) => next !== null && set(next)}
      allowDeselect={false}
      w={190}
    />
  );
}

interface NothingMatchesProps {
  readonly q: string;
  readonly c: number;
  readonly filters: TesterFilters;
}

export function NothingMatches({ q, c, filters }: NothingMatchesProps) {
  const nearest = useNearest(q, c);
  const [, change] = useAddress();
  const [word = q] = q.trim().split(/\s+/);
  const text = nearest.length > 0 ? t('Similar words in your items:') : t('No item has a similar word. A synonym can help.');
  return (
    <Empty
      icon={SearchX}
      title={t('Nothing matches “{search}”', { search: q })}
      text={filters.text === '' ? text : t('Try it without filters.')}
      action={
        <Group gap={8} justify="center">
          {filters.text !== '' && (
            <Button variant="default" onClick={filters.clear}>
              {t('Clear filters')}
            </Button>
          )}
          {nearest.map((near) => (
            <Button key={near} variant="default" onClick={() => change({ q: near, page: undefined })}>
              {near}
            </Button>
          ))}
          <AllowedButton
            needs="search"
            to={linkTo('/search-settings/synonyms', { edit: 'new', term: q.trim() })}
            icon={Replace}
            isPrimary
          >
            {t('Add synonym for “{query}”', { query: q.trim() })}
          </AllowedButton>
          <AllowedButton needs="developer" to={linkTo('/developer/analyze', { term: word, c })} icon={Microscope}>
            {t('Analyze')}
          </AllowedButton>
        </Group>
      }
    />
  );
}

const shownNearest = 3;
const shortestBeginning = 3;

function useNearest(q: string, c: number): readonly string[] {
  const text = q.trim();
  const beginning = text.slice(0, Math.max(shortestBeginning, Math.floor(text.length / 2)));
  const { data } = useQuery({
    ...query(completeInConsole, { query: beginning, c, limit: shownNearest }),
    enabled: beginning.length >= shortestBeginning,
  });
  return (data?.suggestions ?? []).map(({ text: near }) => near).slice(0, shownNearest);
}
