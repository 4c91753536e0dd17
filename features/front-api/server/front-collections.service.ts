import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import type { Live } from '#server/app/shop-answers.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { foundIn } from '#server/base/fail.ts';
import { lastKnown } from '#server/db/last-known.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';

/** A renamed collection is found by its new name after this time. */
const namesMilliseconds = 5_000;
const rememberedProjects = 10_000;

export interface NamedCollection {
  readonly id: number;
  readonly name: string;
  readonly relevance: CollectionRelease;
}

interface LiveCollection extends Live {
  readonly id: number;
}

interface LiveCollections extends Live {
  readonly ids: readonly number[];
}

/** Names are cached. */
export function frontCollections(app: App) {
  const store = collectionStore(app.db);
  const names = lastKnown({
    freshMilliseconds: namesMilliseconds,
    maximum: rememberedProjects,
    read: async (projectId): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries((await store.list({ id: Number(projectId) })).map(({ id, name }) => [id, name])),
  });

  async function all(project: ProjectScope): Promise<{ number: number; known: NamedCollection[] }> {
    const { number, relevance } = await app.releases.live(project);
    const namesById = await names.get(String(project.id));
    const known = Object.entries(relevance).map(([id, own]) => ({ id: Number(id), name: namesById[id] ?? '', relevance: own }));
    return { number, known };
  }

  async function state({ id }: NamedCollection): Promise<{ isFilled: boolean; version: string; generation: string }> {
    const status = await app.engine.status(engineCollection(id));
    if (status === null) return { isFilled: false, version: '', generation: '' };
    const { itemCount, generation, changeNumber } = status;
    return { isFilled: itemCount > 0, version: `${generation} ${changeNumber}`, generation };
  }

  /** Usually the first, so others are not loaded. */
  async function firstFilled(known: readonly NamedCollection[]): Promise<NamedCollection | undefined> {
    for (const one of known) if ((await state(one)).isFilled) return one;
    return known[0];
  }

  async function one(known: readonly NamedCollection[], wanted: string): Promise<NamedCollection> {
    const byName = known.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const found = wanted === '' ? await firstFilled(known) : (byName ?? known.find(({ id }) => String(id) === wanted));
    return foundIn(found, 'collection');
  }

  return {
    /** By name or id; default: the first with items, or the first. Throws `notFound`. */
    chosen: async (project: ProjectScope, wanted = ''): Promise<NamedCollection> => one((await all(project)).known, wanted),

    async liveOnes(project: ProjectScope): Promise<LiveCollections> {
      const { number, known } = await all(project);
      const states = await Promise.all(known.map(state));
      const filled = known.filter((_one, at) => states[at]?.isFilled);
      const version = JSON.stringify([number, known.map(({ id, name }, at) => [id, name, states[at]?.version])]);
      const generations = states.flatMap(({ isFilled, generation }) => (isFilled ? [generation] : []));
      return { ids: filled.map(({ id }) => id), version, release: number, generation: generations.join(', ') };
    },

    async liveOne(project: ProjectScope, wanted: string): Promise<LiveCollection> {
      const { number, known } = await all(project);
      const found = await one(known, wanted);
      const { version, generation } = await state(found);
      return { id: found.id, version: `${number} ${found.id} ${version}`, release: number, generation };
    },

    async named(project: ProjectScope, ids: readonly number[]): Promise<NamedCollection[]> {
      const byId = new Map((await all(project)).known.map((collection) => [collection.id, collection]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async relevance(project: ProjectScope, id: number): Promise<CollectionRelease> {
      return foundIn((await app.releases.live(project)).relevance[id], 'collection');
    },
  };
}
export type FrontCollections = ReturnType<typeof frontCollections>;
