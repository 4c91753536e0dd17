import { newField } from './collection-fields.ts';
export { isSearched } from './collection-layout.ts';
import type { FieldType } from '#contract/item.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import type { FieldLayout } from '#engine/port.ts';
import { layoutOf } from './collection-layout.ts';
import { collectionStates } from './collection-state.ts';
import type { Collection } from '#features/data/collections/collections.contract.ts';
import { type CollectionField, collectionStore } from './collections.store.ts';
import { waitingChanges } from './waiting-changes.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';

interface SeenFields {
  readonly isBuilt: boolean;
  /** Names of fields that are seen as they are set only once the collection is rebuilt. */
  readonly waiting: ReadonlySet<string>;
}

export const collectionsOf = (app: App, project: ProjectScope): Promise<Collection[]> => collectionStates(app).list(project);

/** Of the language that the project's items are written in. */
export const projectAnalyser = async (db: Database, project: ProjectScope): Promise<Analyser> =>
  analyserOf(await collectionStore(db).language(project));

/** How the live generation has the words of its fields, by their names; null before there is one. */
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

/** A field that no item has yet, with what its name and type say about it. */
export const fieldWithoutItems = (name: string, type: FieldType): CollectionField => newField(name, type, []);
