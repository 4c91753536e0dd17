import { setTimeout as sleep } from 'node:timers/promises';
import { analyserOf } from '#engine/search.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { frequentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import { type MinedPhrase, PhraseMiner } from './phrase-miner.ts';
import { searchedDays } from './phrases.contract.ts';
import { phraseStore } from './phrases.store.ts';
import { withSearched } from './searched-phrases.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

const jobKind = 'phrases';
/** Between two parts of the items, searches have their turn. */
const itemsAtOnce = 500;
const pauseMilliseconds = 5;

interface PhraseJob {
  readonly projectId: number;
  readonly collectionId: number;
}

/** Asks for the items of a collection to be looked through for phrases; once where it is asked for several times. */
export async function requestPhrases(app: App, project: ProjectScope, collectionId: number): Promise<void> {
  const job: PhraseJob = { projectId: project.id, collectionId };
  await app.jobs.enqueue(jobKind, String(collectionId), job);
}

/**
 * Makes what was found in the items of a collection its phrases, with what visitors search for. Answers whether any is another than
 * before; a release has to be published then.
 */
export async function takeOverPhrases(
  app: App,
  project: ProjectScope,
  collectionId: number,
  mined: readonly MinedPhrase[],
): Promise<boolean> {
  const terms = await frequentTerms(app, project, collectionId, searchedDays);
  const analyser = analyserOf(await collectionStore(app.db).language(project));
  return phraseStore(app.db).replaceMined(project, collectionId, withSearched(mined, terms, analyser));
}

/** Makes this server look for phrases, one collection at a time. */
export function runPhrases(app: App): void {
  const collections = collectionStore(app.db);

  app.jobs.handle<PhraseJob>(
    jobKind,
    async ({ projectId, collectionId }, signal) => {
      const project = { id: projectId };
      if (!(await collections.find(project, collectionId))) return;
      const miner = new PhraseMiner(await collections.language(project));
      for (let from = 0; ; from += itemsAtOnce) {
        signal.throwIfAborted();
        const query = { from, size: itemsAtOnce, filters: [], sort: [] };
        const { items } = await app.engine.documents(engineCollection(collectionId), query);
        for (const item of items) miner.add(item);
        if (items.length < itemsAtOnce) break;
        await sleep(pauseMilliseconds);
      }
      if (await takeOverPhrases(app, project, collectionId, miner.mined()))
        await app.releases.publish(project, { userId: null, reason: 'phrases' });
    },
    { atOnce: 1, onParked: () => Promise.resolve() },
  );
}
