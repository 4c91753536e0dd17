import instantsearch, { type Widget } from 'instantsearch.js';
import {
  breadcrumb,
  clearRefinements,
  configure,
  currentRefinements,
  hierarchicalMenu,
  hits,
  hitsPerPage,
  index,
  infiniteHits,
  pagination,
  rangeInput,
  rangeSlider,
  refinementList,
  relatedProducts,
  searchBox,
  sortBy,
  stats,
  toggleRefinement,
  trendingItems,
} from 'instantsearch.js/es/widgets';
import { aisleSearchClient } from '#clients/instantsearch/search-client.ts';
import { pageSettings } from './page-settings.ts';

/** A result page as its owner would have it for another search service: only the client is ours. */
const searchClient = aisleSearchClient(pageSettings());
const search = instantsearch({
  searchClient,
  indexName: 'products',
  insights: { insightsClient: searchClient.insights },
  routing: true,
});

const levels = ['category.lvl0', 'category.lvl1', 'category.lvl2'];
const sortings = [
  { label: 'Relevance', value: 'products' },
  { label: 'Cheapest', value: 'products_price_asc' },
  { label: 'Dearest', value: 'products_price_desc' },
];

const recommended = { item: (hit: { objectID: string }) => hit.objectID };

search.addWidgets([
  configure({ hitsPerPage: 8 }),
  searchBox({ container: '#searchbox' }),
  stats({ container: '#stats' }),
  hits({
    container: '#hits',
    templates: {
      item: (hit, { html, components, sendEvent }) => html`
        <article data-id=${hit.objectID} data-price=${hit['price']}>
          <h2 onClick=${() => sendEvent('click', hit, 'Clicked')}>${components.Highlight({ attribute: 'name', hit })}</h2>
          <p>${components.Snippet({ attribute: 'description', hit })}</p>
          <button onClick=${() => sendEvent('conversion', hit, 'Added to cart')}>Add to cart</button>
        </article>
      `,
      empty: ({ query }, { html }) => html`<p>Nothing for ${query}</p>`,
    },
  }),
  refinementList({ container: '#brand', attribute: 'brand', operator: 'or', searchable: true }),
  refinementList({ container: '#tags', attribute: 'tags', operator: 'and' }),
  hierarchicalMenu({ container: '#categories', attributes: levels }),
  breadcrumb({ container: '#breadcrumb', attributes: levels }),
  rangeInput({ container: '#price', attribute: 'price' }),
  rangeSlider({ container: '#slider', attribute: 'stars' }),
  toggleRefinement({ container: '#sale', attribute: 'on_sale', on: true }),
  sortBy({ container: '#sort', items: sortings }),
  hitsPerPage({
    container: '#per-page',
    items: [
      { label: '8', value: 8, default: true },
      { label: '20', value: 20 },
    ],
  }),
  pagination({ container: '#pages' }),
  currentRefinements({ container: '#current' }),
  clearRefinements({ container: '#clear' }),
  // Searches by itself, whatever is chosen beside it.
  index({ indexName: 'products_price_desc', indexId: 'dearest', isolated: true }).addWidgets([
    configure({ hitsPerPage: 3 }),
    searchBox({ container: '#dearest-box' }),
    infiniteHits({ container: '#dearest', templates: { item: (hit) => String(hit['price']) } }) as Widget,
  ]),
  relatedProducts({ container: '#related', objectIDs: ['lamp-0'], limit: 4, templates: recommended }) as Widget,
  trendingItems({ container: '#trending', limit: 4, templates: recommended }) as Widget,
]);
search.on('error', ({ error }: { error: Error }) => {
  document.querySelector('#error')!.textContent = String(error);
});
search.start();
