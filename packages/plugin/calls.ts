import type { FoundItem, SearchData } from '#contract/search.ts';
import type { Envelope } from '#contract/envelope.ts';

/** Older servers lack the optional members. */
export interface Autocompletion {
  readonly suggestions: readonly { readonly text: string; readonly item_count: number }[];
  readonly collections: readonly {
    readonly id: number;
    readonly name: string;
    readonly items: readonly FoundItem[];
    readonly total_count: number;
  }[];
  readonly columns?: readonly AutocompleteColumn[];
  readonly total_count: number;
  readonly query_id: string;
}

export interface AutocompleteColumn {
  readonly kind: 'phrases' | 'values' | 'items';
  readonly collection_id?: number | null;
  readonly field?: string | null;
  readonly title: string;
  readonly values?: readonly { readonly text: string; readonly count: number }[];
  readonly items?: readonly PlainItem[];
  readonly total_count?: number;
}

type FacetOfSearch = SearchData['facets'][number];
export interface LabelledFacet extends FacetOfSearch {
  readonly label?: string;
}

export interface SearchResults extends Omit<SearchData, 'facets'> {
  readonly facets: readonly LabelledFacet[];
}

export type PlainItem = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Trending {
  readonly items: readonly PlainItem[];
  /** By events of visitors, or by the shop's order alone. */
  readonly basis: 'events' | 'ranking';
}

export interface CallPlace {
  /** The address of the script, which the calls stand beside. */
  readonly script: string;
  readonly token: string;
  /** Whoever has it sees the plugin before customers do; null for customers. */
  readonly preview: string | null;
}

export type Parameters = Readonly<Record<string, string | number | undefined>>;

const unreachable = 'unreachable';
const tooMany = 429;

/** A call that brought nothing: the server's own code, or `unreachable` where nothing of sense was answered. */
export class CallFailure extends Error {
  readonly code: string;
  /** The server is there and does not do this; another call may well be answered. */
  readonly isRefused: boolean;

  constructor(code: string, message: string, isRefused = false) {
    super(message);
    this.code = code;
    this.isRefused = isRefused;
  }
}

const patienceMilliseconds = 6_000;
/** After a call that failed, the shop's own search is trusted for so long. */
const distrustMilliseconds = 5_000;

export interface FrontCalls {
  /** Throws a `CallFailure`, or what `signal` was aborted with. */
  get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data>;
  /** Sends without waiting for an answer, also while the page is left. */
  send(name: string, body: object): void;
  isUp(): boolean;
}

/** Calls that browsers ask nobody about first: no headers of ours, no cookies. */
export function frontCalls({ script, token, preview }: CallPlace): FrontCalls {
  let distrustedUntil = 0;

  const address = (name: string, parameters: Parameters): string => {
    const url = new URL(`front/v1/${name}`, script);
    for (const [key, value] of Object.entries({ token, preview: preview ?? undefined, ...parameters }))
      if (value !== undefined) url.searchParams.set(key, String(value));
    return url.href;
  };

  const answered = async (url: string, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(url, { signal, credentials: 'omit', mode: 'cors' });
    } catch (error) {
      throw new CallFailure(unreachable, error instanceof Error ? error.message : String(error));
    }
  };

  return {
    isUp: () => navigator.onLine && Date.now() >= distrustedUntil,

    async get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data> {
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      const patience = setTimeout(stop, patienceMilliseconds);
      try {
        const response = await answered(address(name, parameters), controller.signal);
        const { data, msg, errors } = (await response.json().catch(() => ({}))) as Partial<Envelope<Data>>;
        if (response.ok && data) return data;
        const isRefused = response.status >= 400 && response.status < 500 && response.status !== tooMany;
        throw new CallFailure(errors?.[0]?.code ?? (isRefused ? 'refused' : unreachable), msg || response.statusText, isRefused);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof CallFailure && error.isRefused)) distrustedUntil = Date.now() + distrustMilliseconds;
        throw error;
      } finally {
        clearTimeout(patience);
        signal?.removeEventListener('abort', stop);
      }
    },

    send(name, body) {
      const text = JSON.stringify(body);
      const init = { method: 'POST', body: text, keepalive: true, credentials: 'omit' } as const;
      // Text needs no question beforehand, so it is sent while a page is left, too. What is lost is a figure, never a customer's page.
      fetch(address(name, {}), { ...init, headers: { 'content-type': 'text/plain' } }).catch(() => undefined);
    },
  };
}
