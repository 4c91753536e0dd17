import type { Endpoint } from '#contract/endpoint.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { frontMulti } from '#features/front-api/multi/multi.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { frontTrending } from '#features/front-api/trending/trending.contract.ts';

/** An endpoint that shops call, by a number that is the same in every project and stays. */
export interface FrontEndpoint {
  readonly id: number;
  /** As it is counted and stored. */
  readonly name: string;
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
}

export const frontEndpoints: readonly FrontEndpoint[] = [
  { id: 1, name: 'search', endpoint: frontSearch },
  { id: 2, name: 'autocomplete', endpoint: frontAutocomplete },
  { id: 3, name: 'catalog', endpoint: frontCatalog },
  { id: 4, name: 'item', endpoint: frontItem },
  { id: 5, name: 'similar', endpoint: frontSimilar },
  { id: 6, name: 'trending', endpoint: frontTrending },
  { id: 7, name: 'multi', endpoint: frontMulti },
  { id: 8, name: 'events', endpoint: frontEvents },
];
