import type { Banner, FoundItem, SearchData } from '#contract/search.ts';
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
  readonly banners?: readonly Banner[];
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
  /** URL of the plugin script; calls are resolved against it. */
  readonly script: string;
  readonly token: string;
  /** Preview token: shows the plugin before it is live. null for customers. */
  readonly preview: string | null;
}

export type Parameters = Readonly<Record<string, string | number | undefined>>;

const tooMany = 429;

export class CallFailure extends Error {
  readonly code: string | undefined;
  /** The server is up but refuses this call; another call may succeed. */
  readonly isRefused: boolean;

  constructor(message: string, code: string | undefined, isRefused: boolean) {
    super(message);
    this.code = code;
    this.isRefused = isRefused;
  }
}

const timeoutMilliseconds = 6_000;
/** After a failed call the shop's own form is submitted for this long. */
const downMilliseconds = 5_000;

export interface FrontCalls {
  /** Throws a `CallFailure`, an error of `fetch`, or the reason of `signal`. */
  get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data>;
  /** Sends without waiting for an answer, also while the page is left. */
  send(name: string, body: object): void;
  isUp(): boolean;
}

/** The sample shop's pictures are on the search server, and this page may be elsewhere. */
function bodyOf<Data>(text: string, script: string): Partial<Envelope<Data>> {
  try {
    return JSON.parse(text.replaceAll('"/sample-shop/', `"${new URL(script).origin}/sample-shop/`)) as Envelope<Data>;
  } catch {
    return {};
  }
}

/** Calls that browsers ask nobody about first: no headers of ours, no cookies. */
export function frontCalls({ script, token, preview }: CallPlace): FrontCalls {
  let downUntil = 0;

  const address = (name: string, parameters: Parameters): string => {
    const url = new URL(`front/v1/${name}`, script);
    for (const [key, value] of Object.entries({ token, preview: preview ?? undefined, ...parameters }))
      if (value !== undefined) url.searchParams.set(key, String(value));
    return url.href;
  };

  return {
    isUp: () => navigator.onLine && Date.now() >= downUntil,

    async get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data> {
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      const timeout = setTimeout(stop, timeoutMilliseconds);
      try {
        const response = await fetch(address(name, parameters), { signal: controller.signal, credentials: 'omit' });
        const { status, ok, statusText } = response;
        const { data, msg, errors } = bodyOf<Data>(await response.text(), script);
        if (ok && data) return data;
        throw new CallFailure(msg || statusText, errors?.[0]?.code, status >= 400 && status < 500 && status !== tooMany);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof CallFailure && error.isRefused)) downUntil = Date.now() + downMilliseconds;
        throw error;
      } finally {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', stop);
      }
    },

    send(name, body) {
      // Text needs no preflight, so it is sent while a page is left, too.
      const headers = { 'content-type': 'text/plain' };
      const init: RequestInit = { method: 'POST', body: JSON.stringify(body), keepalive: true, credentials: 'omit', headers };
      fetch(address(name, {}), init).catch(() => undefined);
    },
  };
}
