import { LRUCache } from 'lru-cache';

/** What is asked for: results, or what completes a query while it is typed. */
export type LoggedObject = 'search' | 'autocomplete';

/** A query of a visitor, as it was answered. */
export interface AskedQuery {
  readonly queryId: string;
  readonly projectId: number;
  readonly collectionId: number;
  /** `YYYY-MM-DD` where the shop is. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  readonly resultObject: LoggedObject;
  /** ISO 639-1. */
  readonly language: string;
  readonly term: string;
  readonly itemCount: number;
  readonly tookMilliseconds: number;
  /** Who it was, as it is stored. */
  readonly visitorHash: string;
  readonly uses: readonly RuleUse[];
}

export interface RuleUse {
  readonly stage: string;
  readonly ruleId: number;
}

export interface LoggedQuery extends AskedQuery {
  /** The query that is counted for it: itself, or the same search before, of which it is another page or filter. */
  readonly searchId: string;
  readonly isCounted: boolean;
}

/** What is to be written about a query: all of it where nothing was before, else how it differs. */
export interface LogEntry {
  readonly before: LoggedQuery | null;
  readonly after: LoggedQuery;
}

/** Who goes on typing within this time did not mean what stood there before. */
const settledAfterMilliseconds = 2_000;
/** Paging, filtering and going back search the same again. */
const sameSearchMilliseconds = 30 * 60 * 1_000;
const rememberedTerms = 20;
/** Those who were here last. */
const rememberedVisitors = 20_000;
/** Queries that wait to be written. Beyond, new ones are not logged until there is room again. */
const maximumWaiting = 10_000;

interface Visitor {
  /** When each term was asked for last, and the query that was counted for it. */
  readonly seen: LRUCache<string, { readonly at: number; readonly searchId: string }>;
  /** The query that is typed on; null where what was counted is older than the typing. */
  newest: { readonly term: string; readonly at: number; readonly counted: LoggedQuery | null } | null;
}

/**
 * Tells which queries of visitors are searches of their own, and keeps them until they are written. What a visitor types on was no search:
 * it is told as typed, or not at all where that is what it was. `now` is epoch milliseconds. Memory is bounded, whoever asks for whatever.
 */
export function queryTracker(now: () => number = Date.now) {
  let waiting = new Map<string, LogEntry>();
  const visitors = new LRUCache<string, Visitor>({ max: rememberedVisitors });

  function visitorOf({ visitorHash, projectId, collectionId, resultObject }: AskedQuery): Visitor {
    const key = JSON.stringify([projectId, collectionId, resultObject, visitorHash]);
    const known = visitors.get(key);
    if (known !== undefined) return known;
    const fresh: Visitor = { seen: new LRUCache({ max: rememberedTerms }), newest: null };
    visitors.set(key, fresh);
    return fresh;
  }

  function add(query: LoggedQuery): void {
    if (waiting.size < maximumWaiting) waiting.set(query.queryId, { before: null, after: query });
  }

  function change(before: LoggedQuery, after: LoggedQuery): void {
    const known = waiting.get(before.queryId);
    waiting.set(before.queryId, { before: known ? known.before : before, after });
  }

  /** The query as it counts, by what its visitor did before. */
  function settle(query: AskedQuery): LoggedQuery {
    const visitor = visitorOf(query);
    const { newest, seen } = visitor;
    const at = now();
    const isTyping = newest !== null && at - newest.at < settledAfterMilliseconds;
    const isTypedOn = isTyping && newest.term !== query.term && query.term.startsWith(newest.term);
    if (isTypedOn && newest.counted !== null) {
      seen.delete(newest.term);
      withdraw(newest.counted);
    }
    const known = seen.peek(query.term);
    const isSame = known !== undefined && at - known.at < sameSearchMilliseconds;
    const logged: LoggedQuery = { ...query, isCounted: !isSame, searchId: isSame ? known.searchId : query.queryId };
    const countedBefore = newest?.term === query.term ? newest.counted : null;
    visitor.newest = { term: query.term, at, counted: logged.isCounted ? logged : countedBefore };
    seen.set(query.term, { at, searchId: logged.searchId });
    return logged;
  }

  /** A search that was typed on has been something that was typed. */
  function withdraw(query: LoggedQuery): void {
    if (query.resultObject === 'autocomplete') return change(query, { ...query, isCounted: false });
    const typed = settle({ ...query, resultObject: 'autocomplete', uses: [] });
    change(query, typed);
  }

  return {
    log: (query: AskedQuery): void => add(settle(query)),
    /** What is to be written; it waits no more. */
    take(): LogEntry[] {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
    /** What could not be written waits again, with what has changed since. */
    giveBack(entries: readonly LogEntry[]): void {
      for (const { before, after } of entries) {
        const later = waiting.get(after.queryId);
        if (later || waiting.size < maximumWaiting) waiting.set(after.queryId, { before, after: later?.after ?? after });
      }
    },
  };
}
