import { Scale, ScanSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { pathSeparator } from '#contract/item.ts';
import type { FoundItem } from '#contract/search.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, Price, shownItemOf } from '#ui/item/item-cell.tsx';
import type { List } from '#ui/list/list.ts';
import { NoItems } from '#ui/collection/no-items.tsx';
import { Status } from '#ui/page/status.tsx';
import { Table } from '#ui/list/table.tsx';
import classes from './query-tester.module.css';

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
