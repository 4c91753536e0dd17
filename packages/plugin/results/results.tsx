import { useEffect, useRef, useState } from 'preact/hooks';
import { type ComponentChildren, Fragment } from 'preact';
import { bannerClicked, BannerBox, withBanners } from '#plugin/banner.tsx';
import { CrossIcon, FilterIcon } from '#plugin/icons.tsx';
import { InStock, ItemTexts, Picture, type ShownItem, shownItemOf } from '#plugin/item.tsx';
import type { Shop } from '#plugin/shop.ts';
import { Chips, type FacetsProps, sortName } from './chips.tsx';
import { Facets } from './facets.tsx';
import type { ResultsState, Found } from './results-model.ts';
import type { Wanted } from './wanted.ts';
import { useModal } from '#plugin/modal.ts';

interface ResultTileProps {
  readonly shop: Shop;
  readonly item: ShownItem;
  readonly missing?: readonly string[] | undefined;
  readonly onClick: () => void;
}

const tilePicturePx = 320;

export function ResultTile({ shop, item, missing, onClick }: ResultTileProps) {
  const content = (
    <>
      <Picture address={item.image} widthPx={tilePicturePx} />
      <ItemTexts shop={shop} item={item} />
      {missing !== undefined && <p class="note">{shop.words.say('without', { q: missing.join(', ') })}</p>}
      <InStock shop={shop} item={item} />
    </>
  );
  return (
    <li>
      {item.url === undefined ? (
        <div class="result">{content}</div>
      ) : (
        <a class="result eased" href={item.url} onClick={onClick} onAuxClick={onClick}>
          {content}
        </a>
      )}
    </li>
  );
}

interface ResultsHeadProps {
  readonly shop: Shop;
  readonly state: { readonly wanted: Wanted };
  readonly found: Found;
  readonly onWant: (wanted: Wanted) => void;
  /** Opens the filters, where there are some and no room beside the items. */
  readonly filterButton: ComponentChildren;
}

function ResultsHead({ shop, state: { wanted }, found, onWant, filterButton }: ResultsHeadProps) {
  const { words } = shop;
  const { totalCount, allWordsCount } = found;
  const count = allWordsCount === null || allWordsCount === 0 ? totalCount : allWordsCount;
  const isFound = totalCount > 0;
  const shown = (isFound ? found.correctedQuery : null) ?? wanted.query;
  return (
    <div class="head">
      <div>
        <h2>
          {shown === '' ? words.say('allItems') : words.say(isFound ? 'resultsFor' : 'nothingFound', { q: shown })}
          {isFound && <span aria-hidden="true"> · {words.number(count)}</span>}
        </h2>
        <p class="unseen" role="status">
          {words.say('results', { n: count })}
        </p>
        {shown !== wanted.query && <p class="note">{words.say('youTyped', { q: wanted.query })}</p>}
        {found.isRelaxed && isFound && lessExactFrom(found) === null && <p class="note">{words.say('relaxed')}</p>}
      </div>
      <div class="tools">
        {filterButton}
        {found.totalCount > 1 && <Order shop={shop} wanted={wanted} onWant={onWant} />}
      </div>
    </div>
  );
}

/** Place of the first item that lacks words, where all after it do, too; null without such a place. */
export function lessExactFrom({ items, missingWords }: Pick<Found, 'items' | 'missingWords'>): number | null {
  const isExact = ({ id }: { readonly id: string }): boolean => missingWords[id] === undefined;
  const first = items.findIndex((item) => !isExact(item));
  return first >= 0 && !items.slice(first).some(isExact) ? first : null;
}

function Order({ shop, wanted, onWant }: Pick<ResultsHeadProps, 'shop' | 'onWant'> & { readonly wanted: Wanted }) {
  const { words, start } = shop;
  const [usual = ''] = start.sorts;
  if (start.sorts.length < 2) return null;
  return (
    <label class="order">
      <span class="unseen">{words.say('sort')}</span>
      <select value={wanted.sort ?? usual} onChange={(event) => onWant({ ...wanted, sort: event.currentTarget.value, page: 1 })}>
        {start.sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortName(sort, shop)}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface ResultsProps {
  readonly shop: Shop;
  readonly state: ResultsState;
  readonly onWant: (wanted: Wanted) => void;
  /** An item was clicked, at its place from 1. */
  readonly onItem: (id: string, position: number) => void;
}

/** The whole page of results: what was searched, filters, items, and the way to more. */
export function Results(props: ResultsProps) {
  const { shop, state, onWant, onItem } = props;
  const { wanted, found, isWaiting, isSlow, hasFailed } = state;
  const { words } = shop;
  const [isFiltering, setFiltering] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => setFiltering(false), [wanted.query]);
  if (hasFailed)
    return (
      <div class="results failed" role="alert">
        <p>{words.say('unavailable')}</p>
        <button type="button" class="button strong" onClick={() => onWant(wanted)}>
          {words.say('tryAgain')}
        </button>
      </div>
    );
  if (found === null) return <div class="results">{isSlow && <div class="bar" />}</div>;

  const items = found.items.map(shownItemOf);
  const currency = items.find((item) => item.currency !== undefined)?.currency;
  const filterCount = Object.keys(wanted.filters).length;
  const filtered = (filters: Wanted['filters']): void => onWant({ ...wanted, filters, page: 1 });
  const facets = { shop, facets: found.facets, filters: wanted.filters, currency, onFilter: filtered };
  const onBanner = (id: number): void => bannerClicked(shop, id);
  const isEmpty = items.length === 0;
  const divider = lessExactFrom(found);
  const hasFilters = found.facets.length > 0 && (!isEmpty || filterCount > 0);
  const filterButton = hasFilters && (
    <button ref={opener} type="button" class="button filters-button" onClick={() => setFiltering(true)}>
      <FilterIcon />
      {words.say('filters')}
      {filterCount > 0 && ` (${words.number(filterCount)})`}
    </button>
  );
  return (
    <div class="results" aria-busy={isWaiting}>
      <ResultsHead {...props} found={found} filterButton={filterButton} />
      <Chips {...facets} />
      {found.banners.map((banner) => banner.place === 'top' && <BannerBox key={banner.id} banner={banner} onClick={onBanner} />)}
      <div class="body">
        {hasFilters && (
          <div class="filters">
            <Facets {...facets} />
          </div>
        )}
        <div class={isWaiting && isSlow ? 'found eased dimmed' : 'found eased'}>
          {isEmpty ? (
            <NoResults shop={shop} state={state} />
          ) : (
            <ul class="grid">
              {withBanners(
                items.map((item, place) => (
                  <Fragment key={item.id}>
                    {place === divider && <li class="whole divider">{words.say('relaxed')}</li>}
                    <ResultTile
                      shop={shop}
                      item={item}
                      missing={found.missingWords[item.id]}
                      onClick={() => onItem(item.id, place + 1)}
                    />
                  </Fragment>
                )),
                found.banners,
                { isWhole: wanted.page >= found.totalPages, onClick: onBanner },
              )}
            </ul>
          )}
          {wanted.page < found.totalPages && (
            <button
              type="button"
              class="button more"
              disabled={isWaiting}
              onClick={() => onWant({ ...wanted, page: wanted.page + 1 })}
            >
              {words.say('showMore')}
            </button>
          )}
        </div>
      </div>
      {isFiltering && (
        <FilterSheet
          {...facets}
          count={found.totalCount}
          onClose={() => {
            setFiltering(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function NoResults({ shop, state }: { readonly shop: Shop; readonly state: ResultsState }) {
  const { wanted, popular } = state;
  const { words } = shop;
  return (
    <div class="none">
      {wanted.query !== '' && <p>{words.say('tryShorter')}</p>}
      {popular !== null && popular.items.length > 0 && (
        <>
          <h3>{words.say(popular.basis === 'events' ? 'popular' : 'items')}</h3>
          <ul class="grid">
            {popular.items.map(shownItemOf).map((item) => (
              <ResultTile key={item.id} shop={shop} item={item} onClick={() => undefined} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface FilterSheetProps extends FacetsProps {
  /** Found with these filters. */
  readonly count: number;
  readonly onClose: () => void;
}

function FilterSheet({ count, onClose, ...facets }: FilterSheetProps) {
  const { words } = facets.shop;
  const dialog = useModal(onClose, true);
  return (
    <dialog ref={dialog} class="sheet" aria-label={words.say('filters')}>
      <div class="sheet-head">
        <h2>{words.say('filters')}</h2>
        <button type="button" class="icon" aria-label={words.say('close')} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <div class="sheet-body">
        <Facets {...facets} />
      </div>
      <div class="sheet-foot">
        <button type="button" class="button strong" onClick={onClose}>
          {words.say('showResults', { n: count })}
        </button>
      </div>
    </dialog>
  );
}
