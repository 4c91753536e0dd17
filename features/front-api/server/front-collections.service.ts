import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { all, begin, wait, type Work } from '#process-kit/work.ts';
import type { ShopApp } from '#server/app/app.ts';
import type { Live } from '#server/app/shop-answers.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { foundIn } from '#server/base/fail.ts';
import { type VisitorGroups, visitorGroups } from './visitor-groups.service.ts';
import type { Caller } from '#server/app/access.ts';
import { lastKnown } from '#server/db/last-known.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { CollectionRelease, LiveRelease } from '#server/rules/releases/live-release.ts';

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
  /** Answers by the rules of group B of the collection's A/B test. */
  readonly isGroupB: boolean;
}

interface LiveCollections extends Live {
  readonly ids: readonly number[];
}

/** Names are cached. */
export function frontCollections(app: Pick<ShopApp, 'db' | 'engine' | 'releases'>) {
  const store = collectionStore(app.db);
  const names = lastKnown({
    freshMilliseconds: namesMilliseconds,
    maximum: rememberedProjects,
    read: async (projectId): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries((await store.list({ id: Number(projectId) })).map(({ id, name }) => [id, name])),
  });

  type Names = Readonly<Record<string, string>>;
  const latest = new WeakMap<LiveRelease, { readonly namesById: Names; readonly known: readonly NamedCollection[] }>();

  /** The same list as long as release and names are the same. */
  function namedIn(release: LiveRelease, namesById: Names): readonly NamedCollection[] {
    const last = latest.get(release);
    if (last?.namesById === namesById) return last.known;
    const known = Object.entries(release.relevance).map(([id, relevance]) => ({
      id: Number(id),
      name: namesById[id] ?? '',
      relevance,
    }));
    latest.set(release, { namesById, known });
    return known;
  }

  function* listing(project: ProjectScope): Work<{ number: number; known: readonly NamedCollection[] }> {
    const release = yield* wait(app.releases.live(project));
    return { number: release.number, known: namedIn(release, yield* wait(names.get(String(project.id)))) };
  }

  function* state({ id }: NamedCollection): Work<{ isFilled: boolean; version: string; generation: string }> {
    const status = yield* wait(app.engine.status(engineCollection(id)));
    if (status === null) return { isFilled: false, version: '', generation: '' };
    const { itemCount, generation, changeNumber } = status;
    return { isFilled: itemCount > 0, version: `${generation} ${changeNumber}`, generation };
  }

  /** Usually the first, so others are not loaded. */
  function* firstFilled(known: readonly NamedCollection[]): Work<NamedCollection | undefined> {
    for (const one of known) if ((yield* state(one)).isFilled) return one;
    return known[0];
  }

  function* choosing(known: readonly NamedCollection[], wanted: string): Work<NamedCollection> {
    const byName = wanted === '' ? undefined : known.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const found = wanted === '' ? yield* firstFilled(known) : (byName ?? known.find(({ id }) => String(id) === wanted));
    return foundIn(found, 'collection');
  }

  return {
    /** By name or id; default: the first with items, or the first. Throws `notFound`. */
    *chosen(project: ProjectScope, wanted = ''): Work<NamedCollection> {
      return yield* choosing((yield* listing(project)).known, wanted);
    },

    *liveOnes(project: ProjectScope): Work<LiveCollections> {
      const { number, known } = yield* listing(project);
      const states = yield* wait(all(known.map((one) => begin(state(one)))));
      const filled = known.filter((_one, at) => states[at]?.isFilled);
      const version = JSON.stringify([number, known.map(({ id, name }, at) => [id, name, states[at]?.version])]);
      const generations = states.flatMap(({ isFilled, generation }) => (isFilled ? [generation] : []));
      return { ids: filled.map(({ id }) => id), version, release: number, generation: generations.join(', ') };
    },

    *groups(caller: Caller<'shop'>, visitor: string): Work<VisitorGroups | null> {
      return visitorGroups(yield* wait(app.releases.live(caller.project)), caller, visitor);
    },

    *liveOne(project: ProjectScope, wanted: string, groups: VisitorGroups | null = null): Work<LiveCollection> {
      const { number, known } = yield* listing(project);
      const found = yield* choosing(known, wanted);
      const { version, generation } = yield* state(found);
      const isGroupB = groups?.get(found.id)?.group === 'b';
      return { id: found.id, version: `${number} ${found.id} ${version}`, release: number, generation, isGroupB };
    },

    *named(project: ProjectScope, ids: readonly number[]): Work<NamedCollection[]> {
      const { known } = yield* listing(project);
      return ids.flatMap((wanted) => known.find(({ id }) => id === wanted) ?? []);
    },

    async relevance(project: ProjectScope, id: number): Promise<CollectionRelease> {
      return foundIn((await app.releases.live(project)).relevance[id], 'collection');
    },
  };
}
export type FrontCollections = ReturnType<typeof frontCollections>;
