import { EventQueue } from './event-queue.ts';
import type { EventsAnswer, EventsInput, ShopEvent } from './event-types.ts';
import type {
  AutocompleteAnswer,
  AutocompleteInput,
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
import { type CallOptions, send, type Sending, sendLast } from './send.ts';

/** What is asked for as the API takes it: all of it text, filters as JSON, lists with commas between. What isn't asked for is left out. */
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

/** What is there, as text. */
const texts = (given: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

export interface ClientOptions extends Partial<Sending> {
  /** Where Aisle runs: `https://search.example.com`. */
  readonly origin: string;
  /** The public token of the project; Credentials in the console shows it. */
  readonly token: string;
  /** Tells visitors apart who share an address, such as a random number that the shop keeps. It need not say who somebody is. */
  readonly visitor?: string;
  /** Told why events of `track` are lost; otherwise the console of the browser is, once for each reason. */
  readonly onLostEvents?: (error: unknown) => void;
}

/** The calls of a shop. All of them are tried again when the server is busy, and throw `AisleError` when that doesn't help. */
export interface Client<Item = Fields> {
  search(input: SearchInput, options?: CallOptions): Promise<SearchAnswer<Item>>;
  /** Several searches at once. One that fails doesn't fail the others. */
  multi(input: MultiInput, options?: CallOptions): Promise<MultiAnswer<Item>>;
  /** Suggestions and the best items for what is typed so far. */
  autocomplete(input: AutocompleteInput, options?: CallOptions): Promise<AutocompleteAnswer<Item>>;
  /** The items of a category, and the categories below it. */
  catalog(input?: CatalogInput, options?: CallOptions): Promise<CatalogAnswer<Item>>;
  item(input: ItemInput, options?: CallOptions): Promise<ItemAnswer<Item>>;
  /** Items like one, by the words of its name and by its category. */
  similar(input: SimilarInput, options?: CallOptions): Promise<SimilarAnswer<Item>>;
  /** What customers clicked, put into their carts and bought most lately. */
  trending(input?: TrendingInput, options?: CallOptions): Promise<TrendingAnswer<Item>>;
  /** Sends events now. They are stored when it is answered. */
  events(input: EventsInput, options?: CallOptions): Promise<EventsAnswer>;
  /** Notes an event, to be sent with others soon, and at the latest when the page goes away. Nobody has to wait for it, and it never throws. */
  track(event: ShopEvent, collection?: string | number): void;
  /** Sends what `track` has noted so far. Never rejects. */
  flush(): Promise<void>;
}

/** A moment of waiting is better than no answer; half a minute of it is not. */
const usual: Sending = {
  timeoutMilliseconds: 5_000,
  retries: 2,
  longestRetryAfterSeconds: 10,
  fetch: (...call) => globalThis.fetch(...call),
};

const frontPath = '/front/v1';

/** Calls the front API of one project. Works in browsers and in Node from 18 on, and keeps nothing on the visitor's device. */
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
      onLost: onLostEvents ?? saidOnce(),
    }));

  return {
    search: (input, options) => ask('/search', { ...searchParameters(input), ...asVisitor }, options),
    multi: ({ searches }, options) => askMuch('/multi', { searches: searches.map(searchParameters), ...asVisitor }, options),
    autocomplete: (input, options) => ask('/autocomplete', texts({ ...input, ...asVisitor }), options),
    catalog: (input = {}, options) => ask('/catalog', searchParameters(input), options),
    item: ({ id, ...input }, options) => ask(`/items/${encodeURIComponent(id)}`, texts(input), options),
    similar: ({ id, ...input }, options) => ask(`/similar/${encodeURIComponent(id)}`, texts(input), options),
    trending: (input = {}, options) => ask('/trending', texts({ ...input }), options),
    events: (input, options) => askMuch('/events', withVisitor(input), options),
    track: (event, collection) => eventQueue().add(event, collection),
    flush: () => queue?.flush() ?? Promise.resolve(),
  };
}

/** For whoever builds the page: each reason once, so that a console isn't full of it. */
function saidOnce(): (error: unknown) => void {
  const said = new Set<string>();
  return (error) => {
    const text = String(error);
    if (!said.has(text)) console.warn(`Events were not taken by the search server. ${text}`);
    said.add(text);
  };
}
