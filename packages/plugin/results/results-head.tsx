import type { ComponentChildren } from 'preact';
import type { Shop } from '#plugin/shop.ts';
import type { Found } from './results-model.ts';
import { sortName } from './facet-words.ts';
import type { Wanted } from './wanted.ts';

interface ResultsHeadProps {
  readonly shop: Shop;
  readonly state: { readonly wanted: Wanted };
  readonly found: Found;
  readonly onWant: (wanted: Wanted) => void;
  /** Opens the filters, where there are some and no room beside the items. */
  readonly filterButton: ComponentChildren;
}

/** What was searched and how many were found; what the search did with the words; the order. */
export function ResultsHead({ shop, state: { wanted }, found, onWant, filterButton }: ResultsHeadProps) {
  const { words } = shop;
  const count = words.number(found.totalCount);
  const { correctedQuery } = found;
  return (
    <div class="head">
      <div>
        <h2>
          {wanted.query === '' ? words.say('allItems') : words.say('resultsFor', { q: wanted.query })}
          <span aria-hidden="true"> · {count}</span>
        </h2>
        <p class="unseen" role="status">
          {words.say('results', { n: found.totalCount })}
        </p>
        {correctedQuery !== null && found.totalCount > 0 && (
          <p class="told">{words.say('showsResultsFor', { b: correctedQuery })}</p>
        )}
        {found.isRelaxed && found.totalCount > 0 && <p class="told">{words.say('relaxed')}</p>}
      </div>
      <div class="tools">
        {filterButton}
        {found.totalCount > 1 && <Order shop={shop} wanted={wanted} onWant={onWant} />}
      </div>
    </div>
  );
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
