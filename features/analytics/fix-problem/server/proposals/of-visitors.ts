import { maximumFixitLength, maximumSynonymLength } from '#contract/limits.ts';
import type { Fix } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { shownItems } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import { statisticsStore } from '#features/analytics/statistics/server/statistics.store.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { Database } from '#server/db/schema.ts';
import type { Asked } from '#server/stats/totals.store.ts';
import type { AskedQuery } from './asked-query.ts';
import type { Candidate } from './candidate.ts';
import { replacing } from './of-words.ts';

const mostNext = 5;
/** A single visitor proves nothing. */
const leastVisitors = 2;
/** Share of a query's visitors. */
const leastShare = 0.1;
/** Times as often as after other queries, because popular queries follow any query. */
const leastLift = 3;
const leastClicks = 2;
const lookedAtItems = 10;
const clickedWeight = 0.5;
const mostWordsOfName = 3;

/** What the same visitors searched next and found, unusually often. */
export async function ofNextSearches(db: Database, asked: Asked, query: AskedQuery, logged: string): Promise<Candidate[]> {
  const next = (await clickStore(db).nextSearches(asked, { term: logged, isFound: true, limit: mostNext })).filter(
    ({ term, visitors }) => visitors >= leastVisitors && !isMasked(term),
  );
  if (next.length === 0) return [];
  const terms = termStore(db);
  const of = await terms.visitors(asked, [logged, ...next.map(({ term }) => term)]);
  const { count: all } = await statisticsStore(db).visitors(asked, false);
  return next.flatMap(({ term, visitors, clicking }): Candidate[] => {
    const share = visitors / Math.max(visitors, of.get(logged)?.count ?? 0);
    const usual = (of.get(term)?.count ?? visitors) / Math.max(1, all);
    // With few visitors nothing is unusual.
    const isUnusual = share >= leastLift * usual || all < leastLift * visitors * 2;
    const fix = named(query, term);
    if (share < leastShare || !isUnusual || fix === null) return [];
    const weight = 0.3 + 0.4 * share + 0.2 * (clicking / visitors);
    return [{ fix, evidence: { kind: 'next', count: visitors }, weight }];
  });
}

/** Unknown words get a synonym, other queries a replacement. */
function named(query: AskedQuery, term: string): Fix | null {
  const { words, unknown, text } = query;
  const isName =
    words.length > 0 &&
    unknown.length === words.length &&
    words.length <= mostWordsOfName &&
    query.analyser.tokens(term).length <= mostWordsOfName &&
    [text, term].every(({ length }) => length <= maximumSynonymLength);
  return isName ? { kind: 'synonym', term: text, to: [term] } : replacing(query, term);
}

/** Items clicked after the query, which found them corrected or relaxed. */
export async function ofClicks(db: Database, asked: Asked, { search, text }: AskedQuery, logged: string): Promise<Candidate[]> {
  const { items } = await clickStore(db).itemsOf(asked, logged, lookedAtItems);
  const clicked = items.filter(({ clicks }) => clicks >= leastClicks);
  if (clicked.length === 0 || text.length > maximumFixitLength) return [];
  const there = (await search.session.items(clicked.map(({ item_id: id }) => id))).slice(0, shownItems).map(({ id }) => id);
  if (there.length === 0) return [];
  const clicks = clicked.filter(({ item_id: id }) => there.includes(id)).reduce((sum, one) => sum + one.clicks, 0);
  return [
    { fix: { kind: 'curation', term: text, to: there }, evidence: { kind: 'clicked', count: clicks }, weight: clickedWeight },
  ];
}
