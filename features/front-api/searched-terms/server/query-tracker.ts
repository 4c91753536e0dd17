import { LRUCache } from 'lru-cache';
import type { VisitorGroup } from '#features/front-api/server/visitor-groups.service.ts';

/** `catalog`: a look at a category, which no statistic counts. */
export type LoggedObject = 'search' | 'autocomplete' | 'catalog';

export interface AskedQuery {
  readonly queryId: string;
  readonly projectId: number;
  readonly collectionId: number;
  /** In the project's time zone. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  readonly resultObject: LoggedObject;
  /** ISO 639-1. */
  readonly language: string;
  readonly term: string;
  readonly itemCount: number;
  readonly foundAs: string | null;
  readonly tookMilliseconds: number;
  readonly visitorHash: string;
  readonly uses: readonly RuleUse[];
  /** `countedList` */
  readonly list?: string | null;
  /** Kept in memory only. null where a shop's server calls. */
  readonly network?: string | null;
  readonly experiment?: VisitorGroup | null;
}

export interface RuleUse {
  readonly stage: string;
  readonly ruleId: number;
}

export interface LoggedQuery extends AskedQuery {
  /** The counted query: itself, or an earlier one of the same search. */
  readonly searchId: string;
  readonly isCounted: boolean;
}

/** `before` is null for new queries. */
export interface LogEntry {
  readonly before: LoggedQuery | null;
  readonly after: LoggedQuery;
}

/** Visitors who type on within this time didn't mean the query. */
const settledAfterMilliseconds = 2_000;
/** Paging, filtering and going back repeat a search. */
const sameSearchMilliseconds = 30 * 60 * 1_000;
const rememberedTerms = 20;
/** LRU. */
const rememberedVisitors = 20_000;
/** Beyond, new queries are dropped. */
const maximumWaiting = 10_000;

interface Visitor {
  /** Last time and counted query per term. */
  readonly seen: LRUCache<string, { readonly at: number; readonly searchId: string }>;
  /** The query being typed; `counted` is null if older than the typing. */
  newest: { readonly term: string; readonly at: number; readonly counted: LoggedQuery | null } | null;
}

/** Decides which queries count, and buffers them. A query typed on becomes an autocomplete one, or isn't counted. `now` is epoch milliseconds. Memory is bounded. */
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

  function withdraw(query: LoggedQuery): void {
    if (query.resultObject === 'autocomplete') return change(query, { ...query, isCounted: false });
    const typed = settle({ ...query, resultObject: 'autocomplete', uses: [] });
    change(query, typed);
  }

  return {
    log: (query: AskedQuery): void =>
      add(query.resultObject === 'catalog' ? { ...query, isCounted: false, searchId: query.queryId } : settle(query)),
    take(): LogEntry[] {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
    /** Merged with later changes. */
    giveBack(entries: readonly LogEntry[]): void {
      for (const { before, after } of entries) {
        const later = waiting.get(after.queryId);
        if (later || waiting.size < maximumWaiting) waiting.set(after.queryId, { before, after: later?.after ?? after });
      }
    },
  };
}
