import { autocomplete } from '@algolia/autocomplete-js';
import { createClient } from '#clients/javascript/client.ts';
import { autocompleteSources } from '#clients/instantsearch/autocomplete-sources.ts';
import { pageSettings } from './page-settings.ts';

autocomplete({
  container: '#autocomplete',
  detachedMediaQuery: 'none',
  getSources: autocompleteSources(createClient(pageSettings()), { limit: 4 }),
});
