import { newField } from './collection-fields.ts';
import { layoutOf } from './collection-layout.ts';
import type { FieldType } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import type { FieldLayout } from '#engine/port.ts';
import { collectionStates } from './collection-state.ts';
import type { Collection } from '#features/data/collections/collections.contract.ts';
import { type CollectionField, collectionStore } from './collections.store.ts';
import { waitingChanges } from './waiting-changes.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';

export { isSearched, layoutOf } from './collection-layout.ts';

interface SeenFields {
  readonly isBuilt: boolean;
  /** Fields that need a rebuild. */
  readonly waiting: ReadonlySet<string>;
}

export const collectionsOf = (app: App, project: ProjectScope): Promise<Collection[]> => collectionStates(app).list(project);

export const projectAnalyser = async (db: Database, project: ProjectScope): Promise<Analyser> =>
  analyserOf(await collectionStore(db).language(project));

/** By name; null before the first generation. */
export async function builtFields(
  app: App,
  collectionId: number,
): Promise<ReadonlyMap<string, Pick<FieldLayout, 'searchable' | 'stemmer'>> | null> {
  const live = (await app.engine.generations(engineCollection(collectionId))).find(({ isLive }) => isLive);
  return live === undefined ? null : new Map(live.layout.fields.map((field) => [field.name, field]));
}

export async function seenFields(app: App, project: ProjectScope, collectionId: number): Promise<SeenFields> {
  const live = (await app.engine.generations(engineCollection(collectionId))).find(({ isLive }) => isLive);
  if (live === undefined) return { isBuilt: false, waiting: new Set() };
  const collections = collectionStore(app.db);
  const wanted = layoutOf(await collections.language(project), await collections.indexedFields(project, collectionId));
  return { isBuilt: true, waiting: new Set(waitingChanges(live.layout, wanted).map(({ field }) => field)) };
}

export const fieldWithoutItems = (name: string, type: FieldType): CollectionField => newField(name, type, []);
