import { isDeepStrictEqual } from 'node:util';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { newField } from '#features/data/collections/server/collection-fields.service.ts';
import { seenFields } from '#features/data/collections/server/collections.service.ts';
import { type CollectionField, collectionStore, columnsOf } from '#features/data/collections/server/collections.store.ts';
import { relevanceFrom, tuningOf } from '#features/search-settings/relevance-tuning/server/field-tuning.ts';
import { schemaStore } from '#features/data/schema/server/schema.store.ts';
import { FieldInFile } from '#features/owner/project-file/settings-in-file.ts';
import { mistake, settingsKind } from './settings.kinds.ts';
import { settingsStore } from './settings.store.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, collectionOf, type RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/base/fail.ts';
import type { FileKind, FileMistake } from '#server/rules/files/file-kind.ts';
import { fileValues } from '#server/rules/files/file-values.ts';

type FieldSettings = Omit<CollectionField, 'foundCount'>;

const flags = {
  unique_field: 'isUnique',
  one_key: 'isGroup',
  front_name: 'isFrontName',
  facet: 'isFacet',
  path: 'isPath',
  archive: 'isArchived',
  autocomplete: 'isAutocomplete',
  custom_data: 'isCustomData',
} as const;

const { name: _name, type: _type, ...nothingSearched } = FieldInFile.parse({ name: '-', type: 'text' });

const inFile = (field: FieldSettings): FieldInFile => ({
  ...nothingSearched,
  name: field.name,
  type: field.type,
  ...(!field.isCustomData && { ...tuningOf(field.relevance), user_phrase_check: field.relevance.userPhraseCheck }),
  ...(Object.fromEntries(Object.entries(flags).map(([name, own]) => [name, field[own]])) as Record<keyof typeof flags, boolean>),
});

/** Custom data keeps its relevance, which is not in the file. */
function settingsOf(field: FieldInFile, known: FieldSettings | undefined): FieldSettings {
  const { relevance: stored } = known ?? newField(field.name, field.type);
  const own = Object.entries(flags).map(([name, flag]) => [flag, field[name as keyof typeof flags]]);
  return {
    name: field.name,
    type: field.type,
    ...(Object.fromEntries(own) as Record<(typeof flags)[keyof typeof flags], boolean>),
    relevance: field.custom_data ? stored : relevanceFrom(field, stored),
  };
}

/** At most one field of a collection has each of them. */
const alone = ['unique_field', 'one_key', 'front_name'] as const;

/** The fields after the import: those of the file, and the others, which lose what the file gives to another field alone. */
function together(wanted: readonly FieldInFile[], known: readonly FieldSettings[]): Map<string, FieldSettings> {
  const lost = Object.fromEntries(
    alone.filter((flag) => wanted.some((field) => field[flag])).map((flag) => [flags[flag], false]),
  );
  const before = new Map(known.map((field) => [field.name, field]));
  const kept = known.map((field) => [field.name, { ...field, ...lost }] as const);
  return new Map<string, FieldSettings>([
    ...kept,
    ...wanted.map((field) => [field.name, settingsOf(field, before.get(field.name))] as const),
  ]);
}

function mistakesOf(wanted: readonly FieldInFile[], all: readonly FieldSettings[]): FileMistake[] {
  const mistakes = alone.flatMap((flag) => {
    const [, ...others] = wanted.flatMap((field, at) => (field[flag] ? [at] : []));
    return others.map((at) => mistake(at, flag, 'fileFlagTwice'));
  });
  if (all.length > 0 && !all.some(({ isUnique }) => isUnique)) mistakes.push(mistake(0, 'unique_field', 'uniqueNeeded'));
  if (all.filter(({ isCustomData }) => !isCustomData).length > maximumIndexedFields)
    mistakes.push(mistake(0, '', 'fileTooManyIndexed', { max: maximumIndexedFields }));
  if (all.length > maximumKnownFields) mistakes.push(mistake(0, '', 'tooManyFields', { max: maximumKnownFields }));
  return mistakes;
}

const knownFields = async (db: Database, scope: CollectionScope): Promise<FieldSettings[]> =>
  (await collectionStore(db).fields(scope, scope.collectionId)).map(({ foundCount: _count, ...field }) => field);

/** Items have fields, so a field that the file doesn't have stays. */
export function fieldsKind(app: App): FileKind {
  const scopeIn = (db: Database, { id, collectionId }: RowScope): Promise<CollectionScope> =>
    collectionOf(db, { id }, foundIn(collectionId, 'collection'));

  async function save(db: Database, scope: CollectionScope, after: ReadonlyMap<string, FieldSettings>, { userId, at }: Author) {
    const known = await knownFields(db, scope);
    const knownNames = new Set(known.map(({ name }) => name));
    const all = [...after.values()];
    const added = all.filter(({ name }) => !knownNames.has(name)).map((field) => ({ ...field, foundCount: null }));
    await collectionStore(db).addFields(scope, scope.collectionId, added);
    const built = new Map((await schemaStore(db).list(scope, scope.collectionId)).map((field) => [field.name, field]));
    const { isBuilt } = await seenFields({ ...app, db }, scope, scope.collectionId);
    let isTuned = false;
    for (const before of known) {
      const field = after.get(before.name);
      const stored = built.get(before.name);
      if (field === undefined || stored === undefined || isDeepStrictEqual(field, before)) continue;
      const { name: _name, type, found_count: _count, ...columns } = columnsOf({ ...field, foundCount: null });
      // The next build changes the type of indexed items.
      const next = type === stored.type || !isBuilt ? { type, temp_type: null } : { temp_type: type };
      await schemaStore(db).update(scope, stored.id, { ...columns, ...(type !== before.type && next) });
      isTuned ||= JSON.stringify(field.relevance) !== JSON.stringify(before.relevance);
    }
    if (isTuned) await settingsStore(db).noteRelevance(scope, userId, at);
    const uniqueOf = (fields: readonly FieldSettings[]) => fields.find(({ isUnique }) => isUnique)?.name;
    if (known.length > 0 && uniqueOf(known) !== uniqueOf(all)) await schemaStore(db).askForImport(scope, scope.collectionId);
  }

  return settingsKind({
    key: 'fields',
    isOfCollection: true,
    shape: 'named',
    schema: FieldInFile,
    async read(db, scope) {
      const place = await scopeIn(db, scope);
      return (await knownFields(db, place))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map((field) => {
          const { name, ...values } = fileValues(FieldInFile, inFile(field));
          return { key: field.name, name: String(name), values };
        });
    },
    async write(db, scope, { rows, isWhole, author }) {
      if (!isWhole) return [];
      const wanted = rows.map(({ row }) => row);
      const place = await scopeIn(db, scope);
      const after = together(wanted, await knownFields(db, place));
      const mistakes = mistakesOf(wanted, [...after.values()]);
      if (mistakes.length === 0) await save(db, place, after, author);
      return mistakes;
    },
  });
}
