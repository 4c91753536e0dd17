import { createRoot } from 'react-dom/client';
import {
  ClearRefinements,
  CurrentRefinements,
  Highlight,
  InfiniteHits,
  InstantSearch,
  Menu,
  RangeInput,
  RefinementList,
  SearchBox,
  SortBy,
  Stats,
} from 'react-instantsearch';
import type { Hit } from 'instantsearch.js';
import { aisleSearchClient } from '#clients/instantsearch/search-client.ts';
import { pageSettings } from './page-settings.ts';

interface Product {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly price: number;
}

const searchClient = aisleSearchClient({
  ...pageSettings(),
  indices: { instant_search: { collection: 'Products' }, cheap: { collection: 'Products', sort: 'price:asc' } },
});

const ShownHit = ({ hit }: { readonly hit: Hit<Product> }) => (
  <article data-price={hit.price}>
    <Highlight attribute="name" hit={hit} />
  </article>
);

createRoot(document.querySelector('#root')!).render(
  <InstantSearch searchClient={searchClient} indexName="instant_search" insights={{ insightsClient: searchClient.insights }}>
    <SearchBox />
    <Stats />
    <SortBy
      items={[
        { label: 'Relevance', value: 'instant_search' },
        { label: 'Cheapest', value: 'cheap' },
      ]}
    />
    <CurrentRefinements />
    <ClearRefinements />
    <section id="brand">
      <RefinementList attribute="brand" />
    </section>
    <section id="colour">
      <Menu attribute="colour" />
    </section>
    <RangeInput attribute="price" />
    <InfiniteHits hitComponent={ShownHit} />
  </InstantSearch>,
);
