import { LRUCache } from 'lru-cache';

/** A search that somebody may have meant, with who asked. */
export interface CountedSearch {
  readonly projectId: number;
  readonly collectionId: number;
  /** `YYYY-MM-DD` where the shop is. */
  readonly day: string;
  readonly term: string;
  readonly itemCount: number;
  /** Kept in memory for a while and nowhere else. */
  readonly visitor: string;
  /** Rows that changed what was searched. */
  readonly uses: readonly RuleUse[];
}

type Term = Omit<CountedSearch, 'visitor' | 'uses'>;

/** What is to be added to the searches of a term; below 0 where more was taken back than searched. */
export interface TermCount extends Term {
  readonly searchCount: number;
}

/** That a row of a stage of the pipeline acted for somebody on a day. */
export interface RuleUse {
  readonly projectId: number;
  readonly stage: string;
  readonly ruleId: number;
  readonly day: string;
  /** Who it was, as it is stored. */
  readonly visitorHash: string;
}

/** What is to be added to how often it did. */
export interface RuleUseCount extends RuleUse {
  readonly useCount: number;
}

/** Who goes on typing within this time did not mean what stood there before. */
const settledAfterMilliseconds = 2_000;
/** Paging, filtering and going back search the same again. */
const sameSearchMilliseconds = 30 * 60 * 1_000;
const rememberedTerms = 20;
/** Those who were here last. */
const rememberedVisitors = 20_000;
/** Terms that wait to be written. Beyond, new ones are not counted until there is room again. */
const maximumWaiting = 10_000;

interface Visitor {
  /** When each term was searched last. */
  readonly seenAt: LRUCache<string, number>;
  newest: { readonly search: CountedSearch; readonly at: number; readonly isCounted: boolean } | null;
}

/**
 * Counts searches at once, and takes one back when its visitor goes on typing. `now` is epoch milliseconds. Memory is bounded, whoever
 * asks for whatever.
 */
export function searchCounter(now: () => number = Date.now) {
  let waiting = new Map<string, TermCount>();
  let waitingUses = new Map<string, RuleUseCount>();
  const visitors = new LRUCache<string, Visitor>({ max: rememberedVisitors });

  function addUse({ projectId, stage, ruleId, day, visitorHash }: RuleUse, count: number): void {
    const key = JSON.stringify([stage, ruleId, day, visitorHash]);
    const known = waitingUses.get(key);
    if (!known && waitingUses.size >= maximumWaiting) return;
    waitingUses.set(key, { projectId, stage, ruleId, day, visitorHash, useCount: (known?.useCount ?? 0) + count });
  }

  function addSearch(search: CountedSearch, count: number): boolean {
    const isAdded = add(search, count);
    if (isAdded) for (const use of search.uses) addUse(use, count);
    return isAdded;
  }

  function add({ projectId, collectionId, day, term, itemCount }: Term, count: number): boolean {
    const key = JSON.stringify([projectId, collectionId, day, term]);
    const known = waiting.get(key);
    if (!known && waiting.size >= maximumWaiting) return false;
    waiting.set(key, { projectId, collectionId, day, term, itemCount, searchCount: (known?.searchCount ?? 0) + count });
    return true;
  }

  function visitorOf({ visitor, projectId, collectionId }: CountedSearch): Visitor {
    const key = JSON.stringify([projectId, collectionId, visitor]);
    const known = visitors.get(key);
    if (known !== undefined) return known;
    const fresh: Visitor = { seenAt: new LRUCache({ max: rememberedTerms }), newest: null };
    visitors.set(key, fresh);
    return fresh;
  }

  return {
    count(search: CountedSearch): void {
      const visitor = visitorOf(search);
      const { newest, seenAt } = visitor;
      const isTyping = newest !== null && now() - newest.at < settledAfterMilliseconds;
      const isContinued = isTyping && newest.search.term !== search.term && search.term.startsWith(newest.search.term);
      if (isContinued && newest.isCounted && addSearch(newest.search, -1)) seenAt.delete(newest.search.term);
      const isSame = now() - (seenAt.peek(search.term) ?? -Infinity) < sameSearchMilliseconds;
      const isCounted = !isSame && addSearch(search, 1);
      visitor.newest = { search, at: now(), isCounted: isCounted || (newest?.search.term === search.term && newest.isCounted) };
      seenAt.set(search.term, now());
    },
    /** What is to be written; it waits no more. */
    take(): TermCount[] {
      const taken = [...waiting.values()].filter(({ searchCount }) => searchCount !== 0);
      waiting = new Map();
      return taken;
    },
    takeUses(): RuleUseCount[] {
      const taken = [...waitingUses.values()].filter(({ useCount }) => useCount !== 0);
      waitingUses = new Map();
      return taken;
    },
    /** What could not be written waits again. */
    giveBack(counts: readonly TermCount[]): void {
      for (const { searchCount, ...search } of counts) add(search, searchCount);
    },
    giveBackUses(counts: readonly RuleUseCount[]): void {
      for (const { useCount, ...use } of counts) addUse(use, useCount);
    },
  };
}
