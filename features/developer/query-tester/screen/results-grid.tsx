import { Fragment } from 'react';
import type { FoundItem } from '#contract/search.ts';
import { Picture, Price, shownItemOf, Stock } from '#ui/item/item-cell.tsx';
import type { List } from '#ui/list/list.ts';
import { RowName } from '#ui/list/row-name.tsx';
import { TableFooter } from '#ui/list/table-footer.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useWeakLine, type WeakMatches } from './weak-matches.tsx';
import classes from './results-grid.module.css';

interface ResultsGridProps {
  readonly list: List<FoundItem>;
  readonly rows: readonly FoundItem[];
  /** Of the first item, from 1. */
  readonly firstPlace: number;
  readonly weak: WeakMatches | undefined;
}

/** The found items as a shop shows them: what customers see of each, and its place. */
export function ResultsGrid({ list, rows, firstPlace, weak }: ResultsGridProps) {
  const weakLine = useWeakLine(weak);
  return (
    <>
      {list.error != null && <LoadError error={list.error} retry={list.retry} />}
      <RefetchBar isMoving={list.isFetching} />
      <ul className={classes.grid} aria-label={t('Results')} aria-busy={list.isOther} data-other={list.isOther}>
        {rows.map((item, at) => {
          const line = weakLine(item);
          return (
            <Fragment key={item.id}>
              {line !== null && <li className={classes.line}>{line}</li>}
              <Tile item={item} place={firstPlace + at} />
            </Fragment>
          );
        })}
      </ul>
      <TableFooter list={list} shownCount={rows.length} />
    </>
  );
}

const tilePx = 160;

function Tile({ item, place }: { readonly item: FoundItem; readonly place: number }) {
  const { name, image, price, currency, availability } = shownItemOf(item);
  return (
    <li className={classes.tile} data-tile>
      <span className={classes.place}>{formats.number(place)}</span>
      <RowName opens={{ why: item.id }}>
        <span className={classes.picture}>
          <Picture address={image} sizePx={tilePx} />
        </span>
        <span className={classes.name} title={name}>
          {name}
        </span>
      </RowName>
      <span className={classes.facts}>
        {price !== undefined && <Price value={price} currency={currency} />}
        {availability !== undefined && <Stock availability={availability} />}
        {item.variant_count > 1 && <span>{t('{count} variants', { count: item.variant_count })}</span>}
      </span>
      {item.is_promoted && <Status kind="promoted" label={t('Promoted')} />}
    </li>
  );
}
