import { addDays, dayOf } from '#contract/days.ts';
import { maximumSynonymLength } from '#contract/limits.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import { shownItem } from '#server/search/preview.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import {
  evidenceDays,
  type EvidenceKind,
  type Fix,
  mostProposals,
  type QueryState,
  type Outlook,
  type Proposal,
  shownItems,
  sourceOf,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixFields, knownRow } from './accept-fix.ts';
import {
  type AskedQuery,
  askedQuery,
  ofClicks,
  ofNextSearches,
  ofRelated,
  ofWords,
  ranked,
  type RankedFix,
} from './candidates.ts';
import type { Asked } from '#server/stats/totals.store.ts';
import { type TermStates, termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import { isMasked, masks } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { fixedNow } from './fixed-now.service.ts';
import { queryFixStore } from './query-fixes.store.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { inSlices } from '#server/base/slices.ts';
import { fold } from '#engine/query/analysis/folding.ts';

/** Characters of an item's text. */
const lookedThrough = 500;

/** Index words have no diacritics; items show the real spelling. */
function inItsSpelling(
  analyser: Analyser,
  texts: readonly string[],
  items: readonly Readonly<Record<string, unknown>>[],
): string[] {
  const written = new Map<string, string>();
  for (const item of items)
    for (const value of Object.values(item)) {
      if (typeof value !== 'string') continue;
      const text = value.slice(0, lookedThrough);
      const [tokens, surfaces] = [analyser.tokens(text), analyser.surfaces(text)];
      tokens.forEach((token, at) => written.has(token) || written.set(token, surfaces[at]?.toLowerCase() ?? token));
    }
  return texts.map((text) =>
    text
      .split(' ')
      .map((word) => written.get(fold(word)) ?? word)
      .join(' '),
  );
}

const mostTested = 8;
const mostTestedForList = 3;
/** The most frequent queries without results, and those tested with a rule. */
const mostUnfound = 1_000;
const testedQueries = 10;
const unfoundSeconds = 5;

export interface Place {
  readonly project: SelectedProject;
  readonly collectionId: number;
  readonly signal?: AbortSignal | undefined;
}

interface UnfoundQuery {
  readonly term: string;
  readonly count: number;
}

/** Their texts come from the index or a keyboard layout, not from the visitor. */
const isOfWords: ReadonlySet<EvidenceKind> = new Set(['spelling', 'diacritics', 'keyboard', 'compound']);

export function proposals(app: App) {
  const terms = termStore(app.db);

  const recent = (project: SelectedProject): Asked => {
    const end = dayOf(Date.now(), project.timeZone);
    return { project, range: { start: addDays(end, 1 - evidenceDays), end }, language: '', resultObject: 'search' };
  };

  /** Recent queries without results: the query in question first, then by frequency. */
  async function unfound(project: SelectedProject, query: string): Promise<readonly UnfoundQuery[]> {
    const all = await app.cache.value(`unfound of ${project.id}`, unfoundSeconds, () =>
      terms.top(recent(project), 'unfound_count', mostUnfound),
    );
    const own = (await terms.counts(recent(project), query)).unfound_count;
    return [{ term: query, count: own }, ...all.filter(({ term }) => term !== query && !isMasked(term))];
  }

  /** The items that a query would find with an unsaved rule, and how many of some other searches it would help. */
  async function outlook(
    { project, collectionId, signal }: Place,
    { query, fix }: { readonly query: string; readonly fix: Fix },
    others: readonly UnfoundQuery[] = [],
  ): Promise<Outlook> {
    if (fix.kind === 'synonym' && [fix.term, ...fix.to].some(({ length }) => length > maximumSynonymLength))
      return { total_count: 0, items: [], searches: 0 };
    const known = await knownRow(app.db, { project, collectionId, query, fix });
    const row = {
      id: known?.id ?? 0,
      ...fixFields(fix, query, known),
      is_active: true,
      valid_from: null,
      valid_to: null,
      ...(fix.kind === 'curation' && { collection_id: collectionId, position: 1 }),
    };
    const tried = { put: [{ source: sourceOf[fix.kind], row }] };
    const find = async (search: CollectionSearch): Promise<Outlook> => {
      const { foundAsTyped, hits } = shownAnswer(await search.find(plainRequest(query, shownItems)), search.relevance, 'search');
      let searches = 0;
      for (const { term, count } of others.slice(0, testedQueries)) {
        const answer = await search.find(plainRequest(term, 1));
        if (answer.foundAsTyped > 0 || (answer.redirect !== null && isRedirect(fix.to[0] ?? ''))) searches += count;
      }
      return { total_count: foundAsTyped, items: foundAsTyped === 0 ? [] : hits.map(({ item }) => shownItem(item)), searches };
    };
    return inCollection(app, project, collectionId, find, { tried, signal });
  }

  /** Untested candidates, likeliest first. */
  async function candidates({ project }: Place, asked: AskedQuery, query: string): Promise<RankedFix[]> {
    const log = recent(project);
    const words = await ofWords(asked);
    const related = await ofRelated(app.db, log, asked);
    const known = new Set(related.map(({ fix }) => fix.to[0]));
    const next = (await ofNextSearches(app.db, log, asked, query)).filter(({ fix }) => !known.has(fix.to[0]));
    const clicked = await ofClicks(app.db, log, asked, query);
    return ranked([...words, ...related, ...next, ...clicked]);
  }

  /** Candidates that find something, as they would be saved. */
  async function found(
    place: Place,
    asked: AskedQuery,
    query: string,
    { most, wanted, others = [] }: { readonly most: number; readonly wanted: number; readonly others?: readonly UnfoundQuery[] },
  ): Promise<Proposal[]> {
    const good: Proposal[] = [];
    const breathe = inSlices();
    for (const { fix, evidence } of (await candidates(place, asked, query)).slice(0, most)) {
      place.signal?.throwIfAborted();
      await breathe();
      const seen = await outlook(place, { query, fix }, actedOn(asked.analyser, fix, others));
      const isSpelt = evidence.some(({ kind }) => isOfWords.has(kind));
      const to = isSpelt ? inItsSpelling(asked.analyser, fix.to, seen.items) : fix.to;
      if (seen.total_count > 0) good.push({ fix: { ...fix, to }, evidence: [...evidence], ...seen });
      if (good.length === wanted) break;
    }
    return good;
  }

  const inPlace = <Done>({ project, collectionId, signal }: Place, work: (search: CollectionSearch) => Promise<Done>) =>
    inCollection(app, project, collectionId, work, { signal });

  return {
    /** With the searches that each would help, and words that no item has. */
    async ofQuery(place: Place, query: string): Promise<{ proposals: Proposal[]; unknown: string[] }> {
      const others = await unfound(place.project, query);
      return inPlace(place, async (search) => {
        const asked = await askedQuery(search, query);
        return {
          proposals: await found(place, asked, query, { most: mostTested, wanted: mostProposals, others }),
          unknown: asked.unknown.map((at) => asked.words[at] ?? ''),
        };
      });
    },
    /** Null if no proposal finds anything. */
    best: (place: Place, queries: readonly string[]) =>
      inPlace(place, async (search) => {
        const best: { query: string; proposal: Proposal | null }[] = [];
        for (const query of queries) {
          place.signal?.throwIfAborted();
          const wanted = { most: mostTestedForList, wanted: 1 };
          const [first] = isMasked(query) ? [] : await found(place, await askedQuery(search, query), query, wanted);
          best.push({ query, proposal: first ?? null });
        }
        return best;
      }),
    /** Items found as typed, or a redirect. */
    found: (place: Place, query: string) =>
      inPlace(place, async (search) => {
        const { foundAsTyped, redirect } = await search.find(plainRequest(query, 0));
        return { count: foundAsTyped, isRedirected: redirect !== null };
      }),
  };
}

/** Synonyms act on queries with their term, others on the same query in any form. */
function actedOn(analyser: Analyser, { kind, term }: Fix, unfound: readonly UnfoundQuery[]): UnfoundQuery[] {
  const said = stemPhrase(analyser, term).join(' ');
  if (said === '') return [];
  return unfound.filter((one) => {
    const typed = stemPhrase(analyser, one.term).join(' ');
    return kind === 'synonym' ? ` ${typed} `.includes(` ${said} `) : typed === said;
  });
}

const countedIn = {
  open: 'unfound_count',
  corrected: 'corrected_count',
  fixed: 'search_count',
  dismissed: 'search_count',
} as const;

/**
 * Queries that found nothing as typed, by state, for a page of terms. A query is fixed while a live rule finds something for it, or while its
 * rule waits for midnight. It reopens if a search finds nothing after its rule began.
 */
export async function queriesInState(app: App, asked: Asked, state: QueryState) {
  const fixes = await queryFixStore(app.db).all(asked.project);
  const now = await fixedNow(app, asked);
  const states: TermStates<QueryState> = {
    known: [...new Set([...fixes.keys(), ...(now?.keys() ?? [])])],
    of({ term, itemCount, isCorrected, lastAt }) {
      const fix = fixes.get(term ?? '');
      if (fix?.state === 'dismissed') return 'dismissed';
      const begins = Number(fix?.counts_from ?? Infinity);
      const isActing = now === null ? fix !== undefined : now.has(term ?? '') || (fix !== undefined && begins > Date.now());
      const isFixed = isActing && (lastAt < begins || isRedirect(fix?.catalog_term ?? ''));
      if (isFixed || (itemCount !== 0 && !isCorrected)) return 'fixed';
      return isCorrected ? 'corrected' : 'open';
    },
  };
  const shown = {
    counted: countedIn[state],
    among: ['unfound_count', 'corrected_count'],
    without: masks,
    states,
    state,
  } as const;
  return { ...shown, now };
}
