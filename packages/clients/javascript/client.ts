import { EventQueue } from './event-queue.ts';
import type {
  EventsAnswer,
  EventsInput,
  ShopEvent,
  AutocompleteAnswer,
  AutocompleteInput,
  AlsoViewedAnswer,
  BoughtTogetherAnswer,
  BoughtTogetherInput,
  CatalogAnswer,
  CatalogInput,
  Fields,
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
import { type CallOptions, sayOnce, send, type Sending, sendLast } from './send.ts';

/** Shorter than anyone notices, longer than most pauses between keys. */
const usualMilliseconds = 120;

/**
 * Debounces calls and aborts the previous one. Overtaken calls resolve to null, so only the newest response is shown:
 *
 *     const find = debounced((q: string, signal) => aisle.autocomplete({ q }, { signal }));
 *     field.addEventListener('input', async () => {
 *       const answer = await find(field.value);
 *       if (answer !== null) show(answer);
 *     });
 */
export function debounced<Asked, Answer>(
  ask: (asked: Asked, signal: AbortSignal) => Promise<Answer>,
  milliseconds = usualMilliseconds,
): (asked: Asked) => Promise<Answer | null> {
  let overtake = (): void => undefined;
  return (asked) => {
    overtake();
    return new Promise((resolve, reject) => {
      const ending = new AbortController();
      const begin = (): void => {
        ask(asked, ending.signal).then(resolve, reject);
      };
      const timer = setTimeout(begin, milliseconds);
      overtake = () => {
        clearTimeout(timer);
        resolve(null);
        ending.abort();
      };
    });
  };
}

/** Query parameters as text, filters as JSON, lists joined by commas. */
export function searchParameters(input: SearchInput & CatalogInput): Record<string, string> {
  const { filters, facets, narrowing, values, sort, highlight, ...others } = input;
  return {
    ...texts({ ...others }),
    ...(filters && { filters: JSON.stringify(filters) }),
    ...(facets && { facets: facets.join() }),
    ...(narrowing && { narrowing: narrowing.join() }),
    ...(values && { values: JSON.stringify(values) }),
    ...(sort !== undefined && { sort: typeof sort === 'string' ? sort : sort.join() }),
    ...(highlight === true && { highlight: '1' }),
  };
}

const texts = (given: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

export interface ClientOptions extends Partial<Sending> {
  /** Where Aisle runs: `https://search.example.com`. */
  readonly origin: string;
  /** Client ID from *Credentials* in the console. */
  readonly token: string;
  /** Your visitor id, such as a stored random number. It needn't identify a person. */
  readonly visitor?: string;
  /** Reports lost events of `track`; default: the browser's console, once per reason. */
  readonly onLostEvents?: (error: unknown) => void;
}

/** Calls are retried while the server is busy, then throw `AisleError`. */
export interface Client<Item = Fields> {
  search(input: SearchInput, options?: CallOptions): Promise<SearchAnswer<Item>>;
  /** A failed search doesn't fail the others. */
  multi(input: MultiInput, options?: CallOptions): Promise<MultiAnswer<Item>>;
  /** Suggestions and the best items. */
  autocomplete(input: AutocompleteInput, options?: CallOptions): Promise<AutocompleteAnswer<Item>>;
  /** Items of a category, and its subcategories. */
  catalog(input?: CatalogInput, options?: CallOptions): Promise<CatalogAnswer<Item>>;
  item(input: ItemInput, options?: CallOptions): Promise<ItemAnswer<Item>>;
  /** Items with a similar name and category. */
  similar(input: SimilarInput, options?: CallOptions): Promise<SimilarAnswer<Item>>;
  /** Items that customers bought on the same day as this one. */
  boughtTogether(input: BoughtTogetherInput, options?: CallOptions): Promise<BoughtTogetherAnswer<Item>>;
  /** Items that visitors viewed on the same day. */
  alsoViewed(input: BoughtTogetherInput, options?: CallOptions): Promise<AlsoViewedAnswer<Item>>;
  /** Items clicked, added to carts and bought most lately. */
  trending(input?: TrendingInput, options?: CallOptions): Promise<TrendingAnswer<Item>>;
  /** Resolves when events are stored. */
  events(input: EventsInput, options?: CallOptions): Promise<EventsAnswer>;
  /** Queues an event; sent in batches, at the latest when the page closes. Never throws. */
  track(event: ShopEvent, collection?: string | number): void;
  /** Sends the queue. Never rejects. */
  flush(): Promise<void>;
}

const usual: Sending = {
  timeoutMilliseconds: 5_000,
  retries: 2,
  longestRetryAfterSeconds: 10,
  fetch: (...call) => globalThis.fetch(...call),
};

const frontPath = '/front/v1';

/** Works in browsers and Node 18 or newer; stores nothing on the device. */
export function createClient<Item = Fields>({ origin, token, visitor, onLostEvents, ...own }: ClientOptions): Client<Item> {
  const sending: Sending = { ...usual, ...own };
  const asVisitor = visitor === undefined ? {} : { visitor };
  const addressOf = (call: string, parameters: Readonly<Record<string, string>> = {}): string => {
    const url = new URL(frontPath + call, origin);
    url.search = new URLSearchParams({ token, ...parameters }).toString();
    return url.href;
  };
  const ask = async <Answer>(call: string, parameters: Readonly<Record<string, string>>, options?: CallOptions) =>
    (await send(sending, { url: addressOf(call, parameters) }, options)) as Answer;
  const askMuch = async <Answer>(call: string, input: object, options?: CallOptions, isKept = false) =>
    (await send(sending, { url: addressOf(call), body: JSON.stringify(input), isKept }, options)) as Answer;
  const withVisitor = (input: EventsInput): EventsInput => ({ ...input, ...asVisitor });
  let queue: EventQueue | null = null;
  const eventQueue = (): EventQueue =>
    (queue ??= new EventQueue({
      send: (input) => askMuch('/events', withVisitor(input), {}, true),
      sendLast: (input) => sendLast(sending, { url: addressOf('/events'), body: JSON.stringify(withVisitor(input)) }),
      onLost: onLostEvents ?? ((error) => sayOnce(`Events were not taken by the search server. ${String(error)}`)),
    }));

  return {
    search: (input, options) => ask('/search', { ...searchParameters(input), ...asVisitor }, options),
    multi: ({ searches }, options) => askMuch('/multi', { searches: searches.map(searchParameters), ...asVisitor }, options),
    autocomplete: (input, options) => ask('/autocomplete', texts({ ...input, ...asVisitor }), options),
    catalog: (input = {}, options) => ask('/catalog', { ...searchParameters(input), ...asVisitor }, options),
    item: ({ id, ...input }, options) => ask(`/items/${encodeURIComponent(id)}`, texts(input), options),
    similar: ({ id, ...input }, options) => ask(`/similar/${encodeURIComponent(id)}`, texts(input), options),
    boughtTogether: ({ id, ...input }, options) => ask(`/bought-together/${encodeURIComponent(id)}`, texts(input), options),
    alsoViewed: ({ id, ...input }, options) => ask(`/also-viewed/${encodeURIComponent(id)}`, texts(input), options),
    trending: (input = {}, options) => ask('/trending', texts({ ...input }), options),
    events: (input, options) => askMuch('/events', withVisitor(input), options),
    track: (event, collection) => eventQueue().add(event, collection),
    flush: () => queue?.flush() ?? Promise.resolve(),
  };
}
