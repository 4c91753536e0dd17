import { answerFields, listedFields } from './answer-fields.ts';
import { savedPanel, savedResults, usualSettings } from './result-draft.ts';
import type { LayoutColumn, ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';
import type { AnswerField, LayoutColumnChoice } from '#features/developer/result-settings/result-settings.contract.ts';
import { settingsVersion } from './result-settings.store.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import { itemName } from '#server/search/project-search.ts';
import { itemsOfOtherCollections, usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';

/** Phrases, then items of each collection. */
const usualPanel = (collections: readonly { readonly id: number; readonly nameField: string }[]): LayoutColumn[] => [
  { kind: 'phrases', collection_id: null, field: '', title: '', limit: usualSuggestions },
  ...collections.map(({ id, nameField }, at): LayoutColumn => ({
    kind: 'items',
    collection_id: id,
    field: nameField,
    title: '',
    limit: at === 0 ? usualSuggestions : itemsOfOtherCollections,
  })),
];

export async function shownSettings(app: App, scope: CollectionScope, kind: ResultKind) {
  const fields = answerFields(await collectionStore(app.db).fields({ id: scope.id }, scope.collectionId));
  const saved = (await savedResults(app.db, scope, kind))?.fields ?? usualSettings(kind);
  const { number: release } = await app.releases.live({ id: scope.id });
  return {
    ...saved,
    collection_id: scope.collectionId,
    results: listedFields(fields, saved.results),
    fields: fields.map(({ name, type, isArchived, isCounted, isPath, foundCount }): AnswerField => ({
      name,
      type,
      is_archived: isArchived,
      is_counted: isCounted,
      is_path: isPath,
      found_count: foundCount,
    })),
    release,
    ...(await settingsVersion(app.db, scope, kind)),
  };
}

async function namedCollections({ db, releases }: App, project: ProjectScope) {
  const { relevance } = await releases.live({ id: project.id });
  return (await collectionStore(db).list(project)).map(({ id, name }) => ({
    id,
    name,
    nameField: relevance[id]?.front.nameField ?? itemName,
  }));
}

export const usualColumns = async (app: App, project: ProjectScope): Promise<LayoutColumn[]> =>
  usualPanel(await namedCollections(app, project));

export const shownPanel = async (app: App, project: ProjectScope): Promise<LayoutColumn[]> =>
  (await savedPanel(app.db, project))?.fields.columns ?? (await usualColumns(app, project));

export async function columnChoices(app: App, project: ProjectScope): Promise<LayoutColumnChoice[]> {
  const choices: LayoutColumnChoice[] = [{ kind: 'phrases', collection_id: null, collection: '', field: '' }];
  for (const { id, name, nameField } of await namedCollections(app, project)) {
    const place = { collection_id: id, collection: name };
    const fields = answerFields(await collectionStore(app.db).indexedFields(project, id));
    const counted = fields.filter(({ isCounted, type }) => isCounted && type === 'text');
    choices.push({ kind: 'items', ...place, field: nameField });
    choices.push(...counted.map((field) => ({ kind: 'values' as const, ...place, field: field.name })));
  }
  return choices;
}
