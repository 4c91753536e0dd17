import { expect, test } from 'vitest';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import type { frontAlsoViewed, frontBoughtTogether } from '#features/front-api/paired-items/paired-items.contract.ts';
import type { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import type { frontEvents } from '#features/front-api/events/events.contract.ts';
import type { frontItem } from '#features/front-api/items/items.contract.ts';
import type { frontMulti } from '#features/front-api/multi/multi.contract.ts';
import type { frontSearch } from '#features/front-api/search/search.contract.ts';
import type { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import type { frontTrending } from '#features/front-api/trending/trending.contract.ts';
import type {
  EventsAnswer,
  EventsInput,
  AutocompleteAnswer,
  AutocompleteInput,
  AlsoViewedAnswer,
  BoughtTogetherAnswer,
  BoughtTogetherInput,
  CatalogAnswer,
  CatalogInput,
  ItemAnswer,
  ItemInput,
  MultiAnswer,
  MultiInput,
  SearchAnswer,
  SearchInput,
  SimilarAnswer,
  SimilarInput,
  TrendingAnswer,
  TrendingInput,
} from './search-types.ts';
import { searchParameters } from './client.ts';

/** A type without what says nothing about the data: who may change it, how it was put together, and whether `undefined` may stand for nothing. */
type Plain<Type> = Type extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : Type extends object
    ? { -readonly [Name in keyof Type]: Plain<Type[Name] | undefined> }
    : Type;
type AreSame<One, Other> =
  (<Any>() => Any extends Plain<One> ? 1 : 2) extends <Any>() => Any extends Plain<Other> ? 1 : 2 ? true : false;
/** Sent by the client itself. */
type Sent<Call extends Endpoint> = Exclude<keyof InputOf<Call>, 'token' | 'visitor'>;

/** Fails to compile if a type differs from the contract's. */
test('what calls take and answer is what the contract says', () => {
  const answers: readonly [
    AreSame<SearchAnswer, OutputOf<typeof frontSearch>>,
    AreSame<MultiAnswer, OutputOf<typeof frontMulti>>,
    AreSame<AutocompleteAnswer, OutputOf<typeof frontAutocomplete>>,
    AreSame<CatalogAnswer, OutputOf<typeof frontCatalog>>,
    AreSame<ItemAnswer, OutputOf<typeof frontItem>>,
    AreSame<SimilarAnswer, OutputOf<typeof frontSimilar>>,
    AreSame<TrendingAnswer, OutputOf<typeof frontTrending>>,
    AreSame<BoughtTogetherAnswer, OutputOf<typeof frontBoughtTogether>>,
    AreSame<AlsoViewedAnswer, OutputOf<typeof frontAlsoViewed>>,
    AreSame<EventsAnswer, OutputOf<typeof frontEvents>>,
  ] = [true, true, true, true, true, true, true, true, true, true];
  const inputs: readonly [
    AreSame<keyof SearchInput, Sent<typeof frontSearch>>,
    AreSame<keyof SearchInput, keyof InputOf<typeof frontMulti>['searches'][number]>,
    AreSame<keyof MultiInput, Sent<typeof frontMulti>>,
    AreSame<keyof AutocompleteInput, Sent<typeof frontAutocomplete>>,
    AreSame<keyof CatalogInput, Sent<typeof frontCatalog>>,
    AreSame<keyof ItemInput, Sent<typeof frontItem>>,
    AreSame<keyof SimilarInput, Sent<typeof frontSimilar>>,
    AreSame<keyof TrendingInput, Sent<typeof frontTrending>>,
    AreSame<keyof BoughtTogetherInput, Sent<typeof frontBoughtTogether>>,
    AreSame<keyof BoughtTogetherInput, Sent<typeof frontAlsoViewed>>,
    AreSame<keyof EventsInput, Sent<typeof frontEvents>>,
    AreSame<EventsInput['events'], InputOf<typeof frontEvents>['events']>,
  ] = [true, true, true, true, true, true, true, true, true, true, true, true];
  expect([...answers, ...inputs]).not.toContain(false);
});

test('a search is sent as the API reads it', () => {
  const asked: SearchInput = {
    q: 'lamp',
    page: 2,
    filters: { brand: ['A', 'B'], price: { from: 1 }, tags: { all: ['new'] } },
    facets: ['brand', 'price'],
    narrowing: ['brand'],
    sort: ['price:asc', 'name:desc'],
    highlight: true,
  };
  expect(searchParameters(asked)).toEqual({
    q: 'lamp',
    page: '2',
    filters: '{"brand":["A","B"],"price":{"from":1},"tags":{"all":["new"]}}',
    facets: 'brand,price',
    narrowing: 'brand',
    sort: 'price:asc,name:desc',
    highlight: '1',
  });
  expect(searchParameters({ sort: '', highlight: false })).toEqual({ sort: '' });
});
