import { shownItemOf } from '#plugin/item/shown-item.ts';
import type { Shop } from '#plugin/shop.ts';
import { ResultTile } from './result-tile.tsx';
import type { ResultsState } from './results-model.ts';

/** What to do where nothing is found, and what others look at. */
export function NoResults({ shop, state }: { readonly shop: Shop; readonly state: ResultsState }) {
  const { wanted, popular } = state;
  const { words } = shop;
  return (
    <div class="none">
      <p class="said">{words.say('nothingFound', { q: wanted.query })}</p>
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
