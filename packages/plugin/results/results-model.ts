import type { Banner, FoundItem } from '#contract/search.ts';
import type { LabelledFacet, SearchResults, Trending } from '#plugin/calls.ts';
import { webAddress } from '#plugin/item.tsx';
import type { Shop } from '#plugin/shop.ts';
import type { Wanted } from './wanted.ts';

const skeletonMilliseconds = 150;
const popularItems = 8;

export interface ResultsState {
  readonly wanted: Wanted;
  /** Null until the first answer. */
  readonly found: Found | null;
  readonly isWaiting: boolean;
  /** It takes so long that empty tiles are shown. */
  readonly isSlow: boolean;
  readonly hasFailed: boolean;
  /** Shown where nothing is found; null while nobody knows. */
  readonly popular: Trending | null;
}

export interface Found {
  readonly items: readonly FoundItem[];
  readonly totalCount: number;
  readonly totalPages: number;
  readonly facets: readonly LabelledFacet[];
  readonly banners: readonly Banner[];
  readonly queryIds: readonly string[];
  readonly isRelaxed: boolean;
  /** Items with all words; null if no item of the page lacks any. */
  readonly allWordsCount: number | null;
  /** Words that items lack, by their ids. */
  readonly missingWords: Readonly<Record<string, readonly string[]>>;
  readonly correctedQuery: string | null;
}

export class ResultsModel {
  state: ResultsState;
  readonly #shop: Shop;
  readonly #changed: () => void;
  #asked: AbortController | undefined;
  /** The one that `found` answers. */
  #last: Wanted | null = null;

  constructor(shop: Shop, wanted: Wanted, changed: () => void) {
    this.#shop = shop;
    this.#changed = changed;
    this.state = { wanted, found: null, isWaiting: false, isSlow: false, hasFailed: false, popular: null };
  }

  async show(wanted: Wanted): Promise<string | null> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#set({ wanted, isWaiting: true, isSlow: false, hasFailed: false });
    const slow = setTimeout(() => this.#set({ isSlow: true }), skeletonMilliseconds);
    try {
      const found = await this.#find(wanted, asked.signal);
      if (asked.signal.aborted) return null;
      // Nothing is drawn for whoever is on their way to another page.
      if (found.redirect === null) this.#set({ found, isWaiting: false, isSlow: false });
      if (found.items.length === 0) void this.#lookForPopular(asked.signal);
      return webAddress(found.redirect ?? undefined) ?? null;
    } catch {
      if (!asked.signal.aborted) this.#set({ isWaiting: false, isSlow: false, hasFailed: true });
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  forget(): void {
    this.#asked?.abort();
  }

  async #find(wanted: Wanted, signal: AbortSignal): Promise<Found & { readonly redirect: string | null }> {
    const { found } = this.state;
    // Only the page after the shown ones is asked for.
    const isNext = found !== null && JSON.stringify({ ...wanted, page: wanted.page - 1 }) === JSON.stringify(this.#last);
    const known = isNext ? found : { items: [], queryIds: [], banners: [], missingWords: {} };
    const first = isNext ? wanted.page : 1;
    const pages = await Promise.all(
      Array.from({ length: wanted.page - first + 1 }, (_, place) => this.#page(wanted, first + place, signal)),
    );
    const one = pages[0]!;
    this.#last = wanted;
    return {
      items: [...known.items, ...pages.flatMap(({ items }) => items)],
      queryIds: [...known.queryIds, ...pages.flatMap(({ items, query_id: id }) => items.map(() => id))],
      banners: [...known.banners, ...pages.flatMap(({ banners = [] }) => banners)],
      totalCount: one.total_count,
      totalPages: one.total_pages,
      facets: one.facets,
      isRelaxed: one.is_relaxed,
      allWordsCount: one.all_words_count ?? null,
      missingWords: Object.assign(
        {},
        known.missingWords,
        ...pages.map(({ missing_words: missing }) => missing),
      ) as Found['missingWords'],
      correctedQuery: one.corrected_query,
      redirect: one.redirect,
    };
  }

  #page({ query, filters, sort, collection }: Wanted, page: number, signal: AbortSignal): Promise<SearchResults> {
    const { facets, per_page: perPage } = this.#shop.start;
    const parameters = {
      q: query,
      page,
      per_page: perPage,
      sort: sort ?? undefined,
      collection: collection || undefined,
      filters: Object.keys(filters).length > 0 ? JSON.stringify(filters) : undefined,
      facets: facets.length > 0 ? facets.join(',') : undefined,
      lang: this.#shop.words.language,
    };
    return this.#shop.calls.get<SearchResults>('search', parameters, signal);
  }

  async #lookForPopular(signal: AbortSignal): Promise<void> {
    const answer = this.#shop.calls.get<Trending>('trending', { limit: popularItems }, signal);
    const popular = await answer.catch(() => null);
    if (!signal.aborted) this.#set({ popular });
  }

  #set(change: Partial<ResultsState>): void {
    this.state = { ...this.state, ...change };
    this.#changed();
  }
}
