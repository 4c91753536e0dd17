import { setTimeout as sleep } from 'node:timers/promises';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { PhraseMiner } from './phrase-miner.ts';
import { phraseStore } from './phrases.store.ts';
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

/** Makes this server look for phrases, one collection at a time. */
export function runPhrases(app: App): void {
  const collections = collectionStore(app.db);
  const phrases = phraseStore(app.db);

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
      if (await phrases.replaceMined(project, collectionId, miner.mined()))
        await app.releases.publish(project, { userId: null, reason: 'phrases' });
    },
    { atOnce: 1, onParked: () => Promise.resolve() },
  );
}
