import { addDays, dayOf } from '#contract/days.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import {
  evidenceDays,
  type EvidenceKind,
  type Fix,
  mostProposals,
  type QueryState,
  type Outlook,
  type Proposal,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { actedOn, outlook, type UnfoundQuery } from './outlook.ts';
import {
  type AskedQuery,
  askedQuery,
  ranked,
  type RankedFix,
  ofCategories,
  ofClicks,
  ofNextSearches,
  ofWords,
} from './candidates.ts';
import type { Asked } from '#server/stats/totals.store.ts';
import { type TermStates, termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import { isMasked, masks } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SelectedProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { queryFixStore } from './query-fixes.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
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

const mostTried = 8;
const mostTriedForList = 3;
/** The most frequent queries without results. */
const mostUnfound = 1_000;
const unfoundSeconds = 5;

export interface Place {
  readonly project: SelectedProject;
  readonly collectionId: number;
  readonly signal?: AbortSignal | undefined;
}

type Counted = Proposal & { readonly searches: number };

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

  /** Untested candidates, likeliest first. */
  async function candidates({ project, collectionId }: Place, asked: AskedQuery, query: string): Promise<RankedFix[]> {
    const log = recent(project);
    const words = await ofWords(asked);
    const next = await ofNextSearches(app.db, log, asked, query);
    const clicked = await ofClicks(app.db, log, asked, query);
    const meant = [...words, ...next].flatMap(({ fix }) => fix.to);
    const pages = await ofCategories(app, project, asked, meant, collectionId);
    return ranked([...words, ...next, ...clicked, ...pages]);
  }

  /** Candidates that find something, as they would be saved. */
  async function tried(
    place: Place,
    asked: AskedQuery,
    { query, mostTried: most, wanted, unfound: all }: Wanted,
  ): Promise<Counted[]> {
    const found: Counted[] = [];
    const breathe = inSlices();
    for (const one of (await candidates(place, asked, query)).slice(0, most)) {
      place.signal?.throwIfAborted();
      await breathe();
      const acting = all && actedOn(asked.analyser, one.fix, all);
      const seen = await outlook(app, place.project, {
        ...place,
        query,
        fix: one.fix,
        path: one.path,
        ...(acting && { unfound: acting }),
      });
      if (seen.total_count > 0) found.push(asProposal(asked, one, seen));
      if (found.length === wanted) break;
    }
    return found;
  }

  const asProposal = ({ analyser }: AskedQuery, { fix, evidence }: RankedFix, seen: Outlook & { searches: number }): Counted => ({
    fix: evidence.some(({ kind }) => isOfWords.has(kind)) ? { ...fix, to: inItsSpelling(analyser, fix.to, seen.items) } : fix,
    evidence: [...evidence],
    ...seen,
  });

  return {
    isWhole: (query: string): boolean => !isMasked(query),
    /** With the searches that each would help, and words that no item has. */
    async ofQuery(place: Place, query: string): Promise<{ proposals: Counted[]; unknown: string[] }> {
      const all = await unfound(place.project, query);
      return inPlace(place, async (search) => {
        const asked = await askedQuery(search, query);
        const found = await tried(place, asked, { query, mostTried, wanted: mostProposals, unfound: all });
        return { proposals: found, unknown: asked.unknown.map((at) => asked.words[at] ?? '') };
      });
    },
    /** Null if no proposal finds anything. */
    best: (place: Place, queries: readonly string[]): Promise<(Proposal | null)[]> =>
      inPlace(place, async (search) => {
        const found: (Proposal | null)[] = [];
        for (const query of queries) {
          place.signal?.throwIfAborted();
          const wanted = { query, mostTried: mostTriedForList, wanted: 1 };
          const [first] = isMasked(query) ? [] : await tried(place, await askedQuery(search, query), wanted);
          found.push(first ? withoutSearches(first) : null);
        }
        return found;
      }),
    /** Items found as typed, or a redirect. */
    found: (place: Place, queries: readonly string[]): Promise<{ total_count: number; is_redirected: boolean }[]> =>
      inPlace(place, async (search) => {
        const found = [];
        for (const query of queries) {
          const answer = await search.find(plainRequest(query, 0));
          found.push({ total_count: answer.foundAsTyped, is_redirected: answer.redirect !== null });
        }
        return found;
      }),
    actedOn: async (project: SelectedProject, analyser: Analyser, query: string, fix: Fix) =>
      actedOn(analyser, fix, await unfound(project, query)),
  };

  function inPlace<Done>(
    { project, collectionId, signal }: Place,
    work: (search: CollectionSearch) => Promise<Done>,
  ): Promise<Done> {
    return inCollection(app, project, collectionId, work, { signal });
  }
}

/** Their texts come from the index or a keyboard layout, not from the visitor. */
const isOfWords: ReadonlySet<EvidenceKind> = new Set(['spelling', 'diacritics', 'keyboard', 'compound']);

interface Wanted {
  readonly query: string;
  readonly mostTried: number;
  readonly wanted: number;
  readonly unfound?: readonly UnfoundQuery[];
}

const withoutSearches = ({ searches: _searches, ...proposal }: Counted): Proposal => proposal;

/** The queries without results of a state, for a page of terms. A fixed one reopens when it finds nothing after its rule began. */
export async function queriesInState(db: Database, project: ProjectScope, state: QueryState) {
  const fixes = await queryFixStore(db).all(project);
  const states: TermStates<QueryState> = {
    known: [...fixes.keys()],
    of({ term, itemCount, lastAt }) {
      const fix = fixes.get(term ?? '');
      if (fix?.state === 'dismissed') return 'dismissed';
      const isRedirected = isRedirect(fix?.catalog_term ?? '');
      const isFixed = fix?.state === 'fixed' && (lastAt < Number(fix.counts_from) || isRedirected);
      return itemCount !== 0 || isFixed ? 'fixed' : 'open';
    },
  };
  return { counted: 'unfound_count', without: masks, states, state } as const;
}
