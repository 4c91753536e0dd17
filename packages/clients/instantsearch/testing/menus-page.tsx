import instantsearch from 'instantsearch.js';
import {
  configure,
  dynamicWidgets,
  hits,
  index,
  menu,
  menuSelect,
  numericMenu,
  poweredBy,
  ratingMenu,
  relevantSort,
  stats,
  voiceSearch,
} from 'instantsearch.js/es/widgets';
import { aisleSearchClient } from '#clients/instantsearch/search-client.ts';
import { pageSettings } from './page-settings.ts';

const search = instantsearch({ searchClient: aisleSearchClient(pageSettings()), indexName: 'products' });

search.addWidgets([
  stats({ container: '#stats' }),
  // What is chosen for the first list is chosen for this one, too.
  index({ indexName: 'products_price_asc', indexId: 'cheapest' }).addWidgets([
    configure({ hitsPerPage: 3 }),
    hits({ container: '#cheapest', templates: { item: (hit) => String(hit['price']) } }),
  ]),
  // A menu for each field without a widget.
  dynamicWidgets({
    container: '#dynamic',
    widgets: [],
    transformItems: (attributes) => attributes.filter((attribute) => attribute === 'colour'),
    fallbackWidget: ({ container, attribute }) => menu({ container, attribute }),
  }),
  poweredBy({ container: '#powered' }),
  relevantSort({ container: '#relevant', templates: { text: () => '' } }),
  voiceSearch({ container: '#voice' }),
  hits({ container: '#hits', templates: { item: (hit) => String(hit['name']) } }),
  menuSelect({ container: '#brand', attribute: 'brand' }),
  numericMenu({
    container: '#price',
    attribute: 'price',
    items: [{ label: 'All' }, { label: 'under 20', end: 19 }, { label: '20 to 29', start: 20, end: 29 }],
  }),
  ratingMenu({ container: '#stars', attribute: 'stars' }),
]);
search.on('error', ({ error }: { error: Error }) => {
  document.querySelector('#error')!.textContent = String(error);
});
search.start();
