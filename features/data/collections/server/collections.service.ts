import { layoutOf, waitingChanges } from './collection-fields.service.ts';
import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import type { FieldLayout, KeptGeneration } from '#engine/port.ts';
import type { Collection, CollectionDetail, Recreation } from '#features/data/collections/collections.contract.ts';
import { collectionStore, type CollectionSettings, settingsOf, dependentStore } from './collections.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { eventKind } from '#server/base/events.ts';
import { recreationStore } from './recreations.store.ts';

/** The items can't be read any more. Listeners import them again. */
export const itemsLost = eventKind<{ readonly project: ProjectScope; readonly collectionId: number }>('itemsLost');

type Row = Awaited<ReturnType<ReturnType<typeof collectionStore>['list']>>[number];

interface ProjectState {
  readonly language: string;
  readonly recreations: ReadonlyMap<number, Recreation>;
  readonly relevance: Awaited<ReturnType<App['releases']['live']>>['relevance'];
}

export function collectionStates(app: App) {
  const collections = collectionStore(app.db);
  const recreations = recreationStore(app.db);
  const dependents = dependentStore(app.db);

  async function stateOf(project: ProjectScope): Promise<ProjectState> {
    const [language, newest, release] = await Promise.all([
      collections.language(project),
      recreations.newest(project),
      app.releases.live(project),
    ]);
    return { language, recreations: newest, relevance: release.relevance };
  }

  /** null while search is down. */
  const generationsOf = (collectionId: number): Promise<readonly KeptGeneration[] | null> =>
    unlessSearchDown(app.engine.generations(engineCollection(collectionId)));

  async function shown(project: ProjectScope, row: Row, state: ProjectState, kept: readonly KeptGeneration[] | null) {
    const live = kept?.find(({ isLive }) => isLive);
    const wanted = layoutOf(state.language, await collections.indexedFields(project, row.id));
    const released = state.relevance[row.id];
    return {
      id: row.id,
      name: row.name,
      ...settingsOf(row),
      item_count: live?.itemCount ?? 0,
      built_at: live?.builtAt ?? null,
      size_bytes: live?.bytes ?? 0,
      health: kept === null ? 'down' : (live?.health ?? 'empty'),
      waiting_changes: live === undefined ? 0 : waitingChanges(live.layout, wanted).length,
      need_update: released !== undefined && needsUpdate(settingsOf(row), released),
      recreation: state.recreations.get(row.id) ?? null,
    } satisfies Collection;
  }

  return {
    async list(project: ProjectScope): Promise<Collection[]> {
      const [rows, state] = await Promise.all([collections.list(project), stateOf(project)]);
      return Promise.all(rows.map(async (row) => shown(project, row, state, await generationsOf(row.id))));
    },

    async find(project: ProjectScope, id: number): Promise<CollectionDetail | null> {
      const [row, state] = await Promise.all([collections.find(project, id), stateOf(project)]);
      if (!row) return null;
      const [kept, counts, dependent_by, mapping] = await Promise.all([
        generationsOf(id),
        collections.countFields(project, id),
        dependents.list(project, id),
        dependents.mapping(project, id),
      ]);
      const generations = (kept ?? []).map((one) => ({
        name: one.generation,
        item_count: one.itemCount,
        size_bytes: one.bytes,
        built_at: one.builtAt,
        is_live: one.isLive,
      }));
      return { ...(await shown(project, row, state, kept)), ...counts, mapping, dependent_by, generations };
    },
  };
}

const needsUpdate = (saved: CollectionSettings, released: ProjectState['relevance'][number]): boolean =>
  released.relevantRate !== saved.relevant_rate ||
  released.forcesStopwords !== saved.force_stopwords ||
  released.lowersUnwanted !== saved.lower_unwanted ||
  released.putsInStockFirst !== saved.in_stock_first ||
  released.fusesMeaning !== saved.fuses_meaning ||
  released.learning !== saved.learning;

interface SeenFields {
  readonly isBuilt: boolean;
  /** Fields that need a rebuild. */
  readonly waiting: ReadonlySet<string>;
}

export const collectionsOf = (app: App, project: ProjectScope): Promise<Collection[]> => collectionStates(app).list(project);

export const projectAnalyser = async (db: Database, project: ProjectScope): Promise<Analyser> =>
  analyserOf(await collectionStore(db).language(project));

const liveLayout = async (app: App, collectionId: number) =>
  (await app.engine.generations(engineCollection(collectionId))).find(({ isLive }) => isLive)?.layout;

/** By name; null before the first generation. */
export async function builtFields(
  app: App,
  collectionId: number,
): Promise<ReadonlyMap<string, Pick<FieldLayout, 'searchable' | 'stemmer'>> | null> {
  const layout = await liveLayout(app, collectionId);
  return layout === undefined ? null : new Map(layout.fields.map((field) => [field.name, field]));
}

export async function seenFields(app: App, project: ProjectScope, collectionId: number): Promise<SeenFields> {
  const layout = await liveLayout(app, collectionId);
  if (layout === undefined) return { isBuilt: false, waiting: new Set() };
  const collections = collectionStore(app.db);
  const wanted = layoutOf(await collections.language(project), await collections.indexedFields(project, collectionId));
  return { isBuilt: true, waiting: new Set(waitingChanges(layout, wanted).map(({ field }) => field)) };
}
