export type Value = string | number | boolean;
export interface Range {
  readonly from?: number;
  readonly to?: number;
}
/** By field: one of these values, or between two numbers. */
export type Filters = Readonly<Record<string, readonly Value[] | Range>>;

/** What a visitor wants to see. It stands in the address whole, so that going back and sharing show the same. */
export interface Wanted {
  readonly query: string;
  readonly filters: Filters;
  /** `price:asc`; empty for relevance, and null for the order that the shop has by itself. */
  readonly sort: string | null;
  readonly page: number;
  /** A collection's id or name; empty for the shop's first one. */
  readonly collection: string;
}

export const wantedFor = (query: string): Wanted => ({ query, filters: {}, sort: null, page: 1, collection: '' });

export const isRange = (filter: readonly Value[] | Range): filter is Range => !Array.isArray(filter);

/** Names of parameters: plain on the shop's page of results, prefixed over any other page. */
const namesOver = { query: 'aisle', filters: 'aisle-filters', sort: 'aisle-sort', page: 'aisle-page', collection: 'aisle-in' };
const namesOnPage = { query: 'q', filters: 'filters', sort: 'sort', page: 'page', collection: 'in' };
export type Place = 'over' | 'page';
const namesOf = (place: Place): typeof namesOver => (place === 'over' ? namesOver : namesOnPage);

/** The address without what results have put there, and with what is wanted; null closes results. */
export function addressWith(address: string, place: Place, wanted: Wanted | null): string {
  const url = new URL(address);
  const names = namesOf(place);
  for (const name of Object.values(names)) url.searchParams.delete(name);
  if (wanted === null) return url.href;
  url.searchParams.set(names.query, wanted.query);
  if (Object.keys(wanted.filters).length > 0) url.searchParams.set(names.filters, JSON.stringify(wanted.filters));
  if (wanted.sort !== null) url.searchParams.set(names.sort, wanted.sort);
  if (wanted.page > 1) url.searchParams.set(names.page, String(wanted.page));
  if (wanted.collection !== '') url.searchParams.set(names.collection, wanted.collection);
  return url.href;
}

const mostPages = 40;

/** What an address asks for; null where it asks for no results. */
export function wantedIn(address: string, place: Place): Wanted | null {
  const { searchParams } = new URL(address);
  const names = namesOf(place);
  const query = searchParams.get(names.query);
  if (query === null) return null;
  const page = Number(searchParams.get(names.page) ?? 1);
  return {
    query,
    filters: filtersIn(searchParams.get(names.filters)),
    sort: searchParams.get(names.sort),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, mostPages) : 1,
    collection: searchParams.get(names.collection) ?? '',
  };
}

function filtersIn(text: string | null): Filters {
  try {
    const given: unknown = JSON.parse(text ?? '{}');
    const entries = Object.entries(given as object).filter(([, value]) => isFilter(value));
    return Object.fromEntries(entries) as Filters;
  } catch {
    return {};
  }
}

const isOptionalNumber = (bound: unknown): boolean => bound === undefined || typeof bound === 'number';

function isFilter(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
  const { from, to } = (value ?? {}) as Range;
  return (from ?? to) !== undefined && isOptionalNumber(from) && isOptionalNumber(to);
}

export function withFilter(filters: Filters, field: string, filter: readonly Value[] | Range | null): Filters {
  const others = Object.entries(filters).filter(([name]) => name !== field);
  const isNone =
    filter === null || (isRange(filter) ? filter.from === undefined && filter.to === undefined : filter.length === 0);
  return Object.fromEntries(isNone ? others : [...others, [field, filter]]);
}

export const valuesOf = (filters: Filters, field: string): readonly Value[] => {
  const filter = filters[field];
  return filter === undefined || isRange(filter) ? [] : filter;
};

export const rangeOf = (filters: Filters, field: string): Range => {
  const filter = filters[field];
  return filter !== undefined && isRange(filter) ? filter : {};
};

/** Kept beside the state of the shop's own script. */
interface Kept {
  /** Who made the entry: going back from it is how its results are left. */
  readonly owner?: Place | null;
  readonly scrollPx?: number;
}

const kept = (): Kept => (history.state as { readonly aisle?: Kept } | null)?.aisle ?? {};
const stateWith = (change: Kept): object => ({ ...(history.state as object | null), aisle: { ...kept(), ...change } });

export class ResultsHistory {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    // A dialog without results doesn't come back with a page that is loaded again.
    if (this.isOurs() && this.wanted() === null) history.replaceState(stateWith({ owner: null }), '', location.href);
  }

  wanted(): Wanted | null {
    return wantedIn(location.href, this.#place);
  }

  /** A new entry; going back leaves it. Null is for a dialog that shows no results yet. */
  push(wanted: Wanted | null): void {
    history.pushState(stateWith({ owner: this.#place, scrollPx: 0 }), '', wanted ? this.#address(wanted) : location.href);
  }

  replace(wanted: Wanted): void {
    history.replaceState(stateWith({}), '', this.#address(wanted));
  }

  /** Makes the entry of another place this one's. */
  take(wanted: Wanted): void {
    history.replaceState(stateWith({ owner: this.#place, scrollPx: 0 }), '', this.#address(wanted));
  }

  leave(): void {
    if (this.isOurs()) history.back();
    else history.replaceState(stateWith({ scrollPx: 0 }), '', addressWith(location.href, this.#place, null));
  }

  isOurs(): boolean {
    return kept().owner === this.#place;
  }

  get scrollPx(): number {
    return kept().scrollPx ?? 0;
  }

  keepScroll(scrollPx: number): void {
    history.replaceState(stateWith({ scrollPx }), '', location.href);
  }

  #address(wanted: Wanted): string {
    return addressWith(location.href, this.#place, wanted);
  }
}
