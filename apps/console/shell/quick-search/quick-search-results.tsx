import { Fragment } from 'react';
import { t } from '#console-kit/text/i18n.ts';
import { ItemCell } from '#console-kit/item/item-cell.tsx';
import type { Hit } from './quick-search-hits.ts';
import classes from './quick-search.module.css';

interface QuickSearchResultsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onOpen: (hit: Hit) => void;
}

export function QuickSearchResults({ id, hits, chosen, onChoose, onOpen }: QuickSearchResultsProps) {
  const groupNames = {
    recent: t('Recent'),
    screen: t('Screens'),
    action: t('Actions'),
    project: t('Projects'),
    item: t('Items'),
  };
  return (
    <div id={id} role="listbox" aria-label={t('Results')} className={classes.results} hidden={hits.length === 0}>
      {hits.map((hit, place) => (
        <Fragment key={hit.key}>
          {hit.kind !== hits[place - 1]?.kind && (
            <div className={classes.group} role="presentation">
              {groupNames[hit.kind]}
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the input, which stays focused. */}
          <div
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            className={classes.hit}
            onMouseMove={() => place !== chosen && onChoose(place)}
            onClick={() => onOpen(hit)}
          >
            <HitLine hit={hit} />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function HitLine({ hit }: { readonly hit: Hit }) {
  if (hit.kind === 'item') return <ItemCell item={hit.item} />;
  const { icon: Icon, title } = hit;
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{title}</span>
    </>
  );
}
