import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemPage } from '#engine/port.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { visitorsMadeUp } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import { frequentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { importGoesLive, importIsLive } from '#features/data/imports/server/imports.events.ts';
import type { MinedPhrase } from '#features/data/imports/server/imports.task.ts';
import { PhraseMiner } from './phrase-miner.ts';
import { searchedDays } from '#features/data/phrases/phrases.contract.ts';
import { replaceFound } from './phrases.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SearchedTerm } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';

export interface FoundPhrase extends Omit<MinedPhrase, 'source'> {
  readonly source: 'name' | 'category' | 'searched';
  readonly searchCount: number;
}

/** Searches in all its forms. */
export const leastSearches = 10;
const fewestWords = 2;
const mostWords = 3;
const maximumSearched = 500;

export function withSearched(
  mined: readonly MinedPhrase[],
  terms: readonly SearchedTerm[],
  analyser: Analyser,
): readonly FoundPhrase[] {
  const searched = new Map<string, FoundPhrase>();
  for (const { term, searchCount, itemCount } of terms) {
    if (isMasked(term)) continue;
    const stems = stemsOf(analyser, term);
    const known = searched.get(stems) ?? { stems, phrase: term, itemCount: 0, searchCount: 0, source: 'searched' };
    searched.set(stems, {
      ...known,
      itemCount: Math.max(known.itemCount, itemCount),
      searchCount: known.searchCount + searchCount,
    });
  }
  const ofItems = new Set(mined.map(({ stems }) => stems));
  const besides = [...searched.values()].filter((one) => !ofItems.has(one.stems) && isPhrase(one));
  return [
    ...mined.map((one) => ({ ...one, searchCount: searched.get(one.stems)?.searchCount ?? 0 })),
    ...besides.toSorted((a, b) => b.searchCount - a.searchCount).slice(0, maximumSearched),
  ];
}

function isPhrase({ stems, itemCount, searchCount }: FoundPhrase): boolean {
  const words = stems.split(' ').length;
  return words >= fewestWords && words <= mostWords && itemCount > 0 && searchCount >= leastSearches;
}

export const stemsOf = (analyser: Analyser, text: string): string =>
  analyser
    .tokens(text)
    .map((token) => analyser.stem(token))
    .join(' ');

const jobKind = 'phrases';
/** Yields to searches. */
const pauseMilliseconds = 5;

interface PhraseJob {
  readonly projectId: number;
  readonly collectionId: number;
}

/** Queued once per collection. */
export async function requestPhrases(app: App, project: ProjectScope, collectionId: number): Promise<void> {
  const job: PhraseJob = { projectId: project.id, collectionId };
  await app.jobs.enqueue(jobKind, String(collectionId), job);
}

async function phrasesOf(
  app: App,
  project: ProjectScope,
  collectionId: number,
  mined: readonly MinedPhrase[],
): Promise<readonly FoundPhrase[]> {
  const terms = await frequentTerms(app, project, collectionId, searchedDays);
  return withSearched(mined, terms, await projectAnalyser(app.db, project));
}

export function runPhrases(app: App): void {
  const collections = collectionStore(app.db);

  app.events.on(importGoesLive, async ({ project, feed, built, inRelease }) => {
    if (built.phrases === null) return;
    const phrases = await phrasesOf(app, project, feed.collection_id, built.phrases);
    inRelease((db) => replaceFound(db, { id: project.id, collectionId: feed.collection_id }, phrases, Date.now()));
  });
  app.events.on(importIsLive, async ({ project, feed, built }) => {
    if (built.phrases === null) await requestPhrases(app, project, feed.collection_id);
  });

  app.events.on(visitorsMadeUp, async (project) => {
    for (const { id } of await collections.list(project)) await requestPhrases(app, project, id);
  });

  app.jobs.handle<PhraseJob>(
    jobKind,
    async ({ projectId, collectionId }, signal) => {
      const project = { id: projectId };
      if (!(await collections.find(project, collectionId))) return;
      const miner = new PhraseMiner(await collections.language(project));
      for (let after: string | null = null; ;) {
        signal.throwIfAborted();
        const { items, next }: ItemPage = await app.engine.itemPage(engineCollection(collectionId), after);
        for (const item of items) miner.add(item);
        if (next === null) break;
        after = next;
        await sleep(pauseMilliseconds);
      }
      const found = await phrasesOf(app, project, collectionId, miner.mined());
      await app.releases.change(project, { userId: null, reason: 'phrases' }, (db) =>
        replaceFound(db, { id: project.id, collectionId }, found, Date.now()),
      );
    },
    { atOnce: 1, onParked: () => Promise.resolve() },
  );
}
