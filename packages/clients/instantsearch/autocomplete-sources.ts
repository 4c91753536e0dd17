import type { Client } from '#clients/javascript/client.ts';
import type { AutocompleteAnswer, Fields, Found } from '#clients/javascript/search-types.ts';

export interface Suggestion {
  readonly text: string;
  readonly item_count: number;
  readonly [field: string]: unknown;
}

/** A source of `@algolia/autocomplete-js`. */
interface Source<Item> {
  readonly sourceId: string;
  getItems(): Item[];
  getItemInputValue?(from: { item: Item }): string;
  getItemUrl?(from: { item: Item }): string | undefined;
  readonly templates: Templates<Item>;
}
interface Templates<Item> {
  item(from: { item: Item }): string;
}

/** Overrides of a source: templates, `onSelect` and so on. */
type Own = Readonly<Record<string, unknown>>;

export interface SourceOptions {
  /** Number of suggestions and items. */
  readonly limit?: number;
  /** Suggestions; false disables them. */
  readonly suggestions?: Own | false;
  /** Items, one source per collection; false disables them. */
  readonly items?: Own | false;
}

/**
 * The `getSources` of `@algolia/autocomplete-js`: suggestions, and the best items of each collection, from one call.
 *
 *     autocomplete({ container: '#search', getSources: autocompleteSources(createClient({ origin, token })) });
 */
export function autocompleteSources(client: Pick<Client, 'autocomplete'>, options: SourceOptions = {}) {
  const { limit, suggestions = {}, items = {} } = options;
  return async ({ query }: { readonly query: string }): Promise<Source<Suggestion | Found>[]> => {
    if (query.trim() === '') return [];
    const answer = await client.autocomplete({ q: query, ...(limit !== undefined && { limit }) });
    const lists: Source<never>[] = [
      ...(suggestions === false ? [] : [{ ...suggestionList(answer), ...suggestions } as Source<never>]),
      ...(items === false ? [] : itemLists(answer).map((list) => ({ ...list, ...items }) as Source<never>)),
    ];
    return lists as unknown as Source<Suggestion | Found>[];
  };
}

const suggestionList = ({ suggestions }: AutocompleteAnswer): Source<Suggestion> => ({
  sourceId: 'suggestions',
  getItems: () => suggestions.map((suggestion) => ({ ...suggestion })),
  getItemInputValue: ({ item }) => item.text,
  templates: { item: ({ item }) => item.text },
});

const itemLists = ({ collections }: AutocompleteAnswer): Source<Found>[] =>
  collections.map(({ id, items }) => ({
    sourceId: `collection-${id}`,
    getItems: () => items,
    getItemUrl: ({ item }) => textIn(item, 'url'),
    templates: { item: ({ item }) => textIn(item, 'name') ?? item.id },
  }));

const textIn = (item: Fields, field: string): string | undefined => (typeof item[field] === 'string' ? item[field] : undefined);
