import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { problemsOf } from '#contract/problems.ts';
import type { FieldRelevance } from '#engine/query/relevance.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { fieldWithoutItems, seenFields } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { schemaStore } from '#features/data/schema/server/schema.store.ts';
import { isPrivateName } from '#feeds/mapping/private-names.ts';
import { mistake } from './project.kind.ts';
import { FieldInFile } from '#features/owner/project-file/settings/settings-in-file.ts';
import { type FieldSettings as Settings, settingsStore } from './settings.store.ts';
import type { App } from '#server/app.ts';
import { type CollectionScope, collectionOf, type RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/found-in.ts';
import type { FileKind, FileMistake } from '#server/rules/files/file-kind.ts';
import { fileValues } from '#server/rules/files/file-values.ts';

/** People see weights from 0 to 10. Stored ones go from 0 to 100, those of neighbouring words from 0 to 1. */
const scales = { weight: 10, phraseWeight: 0.1 } as const;
/** Floats that come back as they were. */
const exactDigits = 12;
const scaled = (value: number, scale: number): number => Number((value * scale).toPrecision(exactDigits));

const inFile = (field: Settings): FieldInFile => ({
  name: field.name,
  type: field.type,
  unique_field: field.isUnique,
  one_key: field.isGroup,
  front_name: field.isFrontName,
  facet: field.isFacet,
  path: field.isPath,
  archive: field.isArchived,
  autocomplete: field.isAutocomplete,
  custom_data: field.isCustomData,
  ...(field.isCustomData ? nothingSearched : tuningOf(field.relevance)),
});

const tuningOf = (relevance: FieldRelevance) => ({
  searchable: relevance.searchable,
  weight: scaled(relevance.weight, 1 / scales.weight),
  wildcard: relevance.wildcard,
  phrase_weight: scaled(relevance.phraseWeight, 1 / scales.phraseWeight),
  user_phrase_check: relevance.userPhraseCheck,
  boostable: relevance.boostable,
  fuzzy: relevance.fuzzy,
  shingle: relevance.shingle,
  stemmer: relevance.stemmer,
});

const { name: _name, type: _type, ...nothingSearched } = FieldInFile.parse({ name: '-', type: 'text' });

/** Members come in the order in which releases compare them. */
const relevanceOf = (field: FieldInFile): FieldRelevance => ({
  searchable: field.searchable,
  weight: scaled(field.weight, scales.weight),
  wildcard: field.wildcard,
  phraseWeight: scaled(field.phrase_weight, scales.phraseWeight),
  userPhraseCheck: field.user_phrase_check,
  fuzzy: field.fuzzy,
  shingle: field.shingle,
  stemmer: field.stemmer,
  boostable: field.boostable,
});

/** As it is going to be stored. Of a field that isn't searched, the file doesn't say how it would be. */
const settingsOf = (field: FieldInFile, known: Settings | undefined): Settings => ({
  name: field.name,
  type: field.type,
  isUnique: field.unique_field,
  isGroup: field.one_key,
  isFrontName: field.front_name,
  isFacet: field.facet,
  isPath: field.path,
  isArchived: field.archive,
  isAutocomplete: field.autocomplete,
  isCustomData: field.custom_data,
  relevance: field.custom_data ? (known ?? fieldWithoutItems(field.name, field.type)).relevance : relevanceOf(field),
});

/** Of a collection, one field alone has each of them. */
const alone = [
  ['unique_field', 'isUnique'],
  ['one_key', 'isGroup'],
  ['front_name', 'isFrontName'],
] as const;

/** The fields after the import: those of the file, and others without what one field alone has, where the file gives it. */
function together(wanted: readonly FieldInFile[], known: readonly Settings[]): Map<string, Settings> {
  const byName = new Map<string, Settings>(known.map((field) => [field.name, field]));
  const said = new Set(wanted.map(({ name }) => name));
  const given = alone.filter(([flag]) => wanted.some((field) => field[flag]));
  for (const field of known)
    if (!said.has(field.name))
      byName.set(field.name, { ...field, ...Object.fromEntries(given.map(([, flag]) => [flag, false])) });
  for (const field of wanted) byName.set(field.name, settingsOf(field, byName.get(field.name)));
  return byName;
}

function mistakesOf(wanted: readonly FieldInFile[], all: readonly Settings[]): FileMistake[] {
  const mistakes = alone.flatMap(([flag]) => {
    const [, ...others] = wanted.flatMap((field, at) => (field[flag] ? [at] : []));
    return others.map((at) => mistake(at, flag, 'fileFlagTwice'));
  });
  if (all.length > 0 && !all.some(({ isUnique }) => isUnique)) mistakes.push(mistake(0, 'unique_field', 'uniqueNeeded'));
  if (all.filter(({ isCustomData }) => !isCustomData).length > maximumIndexedFields)
    mistakes.push(mistake(0, '', 'fileTooManyIndexed', { max: maximumIndexedFields }));
  if (all.length > maximumKnownFields) mistakes.push(mistake(0, '', 'tooManyFields', { max: maximumKnownFields }));
  return mistakes;
}

const knownFields = async (db: Database, scope: CollectionScope): Promise<Settings[]> =>
  (await collectionStore(db).fields(scope, scope.collectionId)).map(({ foundCount: _count, ...field }) => field);

/** Fields of a collection with how they are searched. Items have fields, so one that the file doesn't have stays. */
export function fieldsKind(app: App): FileKind {
  const scopeIn = (db: Database, { id, collectionId }: RowScope): Promise<CollectionScope> =>
    collectionOf(db, { id }, foundIn(collectionId, 'collection'));

  async function write(db: Database, scope: CollectionScope, after: ReadonlyMap<string, Settings>, { userId, at }: Author) {
    const store = settingsStore(db);
    const known = await knownFields(db, scope);
    const knownNames = new Set(known.map(({ name }) => name));
    const added = [...after.values()]
      .filter(({ name }) => !knownNames.has(name))
      .map((field) => ({ ...field, foundCount: null }));
    await collectionStore(db).addFields(scope, scope.collectionId, added);
    const shown = [...after.values()].filter(({ name, isArchived }) => !isArchived && isPrivateName(name));
    await store.decideShown(
      scope,
      shown.map(({ name }) => name),
    );
    const built = await store.builtFields(scope);
    const { isBuilt } = await seenFields({ ...app, db }, scope, scope.collectionId);
    let isTuned = false;
    for (const before of known) {
      const field = after.get(before.name);
      const stored = built.get(before.name);
      if (field === undefined || stored === undefined || isDeepStrictEqual(field, before)) continue;
      const isAsBuilt = field.type === stored.type || !isBuilt;
      await store.updateField(
        scope,
        { id: stored.id, ...field },
        field.type === before.type ? 'same' : isAsBuilt ? 'changed' : 'waiting',
      );
      isTuned ||= JSON.stringify(field.relevance) !== JSON.stringify(before.relevance);
    }
    if (isTuned) await store.noteRelevance(scope, userId, at);
    const uniqueOf = (fields: readonly Settings[]) => fields.find(({ isUnique }) => isUnique)?.name;
    if (known.length > 0 && uniqueOf(known) !== uniqueOf([...after.values()]))
      await schemaStore(db).askForImport(scope, scope.collectionId);
  }

  return {
    key: 'fields',
    isOfCollection: true,
    shape: 'named',
    schema: FieldInFile,
    texts: [],
    async read(db, scope) {
      const place = await scopeIn(db, scope);
      const ids = await settingsStore(db).builtFields(place);
      return (await knownFields(db, place))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map((field) => {
          const { name, ...values } = fileValues(FieldInFile, inFile(field));
          return { key: field.name, name: String(name), values, shown: { id: ids.get(field.name)?.id ?? 0, ...field } };
        });
    },
    async write(db, scope, file, author) {
      const place = await scopeIn(db, scope);
      const wanted: FieldInFile[] = [];
      const mistakes: FileMistake[] = [];
      for (const [at, values] of file.entries()) {
        const { success, data, error } = z.safeParse(FieldInFile, values);
        if (success) wanted.push(data);
        else mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
      }
      if (mistakes.length > 0) return mistakes;
      const after = together(wanted, await knownFields(db, place));
      const refused = mistakesOf(wanted, [...after.values()]);
      if (refused.length === 0) await write(db, place, after, author);
      return refused;
    },
  };
}
