import { type FieldRelevance, shownWeight, weightScale } from '#engine/query/relevance.ts';
import type { FieldInput, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { isSearched } from '#features/data/collections/server/collection-fields.service.ts';
import { collectionStore, type StoredField } from '#features/data/collections/server/collections.store.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, foundIn } from '#server/base/fail.ts';

/** Weights of phrases are stored from 0 to 1. */
const phraseScale = 1 / 10;
/** Steps within 1 on the scale that people see. */
const weightSteps = 10;

type Tuning = Pick<
  RelevanceField,
  'searchable' | 'weight' | 'wildcard' | 'phrase_weight' | 'user_phrase_check' | 'boostable' | 'fuzzy' | 'shingle' | 'stemmer'
>;

/** Rounds to the steps that people can set; a float would not come back as it was typed. */
const stepped = (value: number): number => Math.round(value * weightSteps) / weightSteps;
const isOn = (flag: boolean | '0' | '1'): boolean => flag === true || flag === '1';

export const tuningOf = (relevance: FieldRelevance): Tuning => ({
  searchable: relevance.searchable,
  weight: shownWeight(relevance.weight),
  wildcard: stepped(relevance.wildcard),
  phrase_weight: stepped(relevance.phraseWeight / phraseScale),
  user_phrase_check: relevance.userPhraseCheck ? '1' : '0',
  boostable: relevance.boostable,
  fuzzy: relevance.fuzzy,
  shingle: relevance.shingle,
  stemmer: relevance.stemmer,
});

/** Converts settings to how they are stored. Unchanged values stay exactly as they were stored. */
export function relevanceFrom(sent: Omit<FieldInput, 'id'>, stored: FieldRelevance): FieldRelevance {
  const shown = tuningOf(stored);
  const kept = (name: 'weight' | 'wildcard' | 'phrase_weight', before: number, scale: number): number =>
    stepped(sent[name]) === shown[name] ? before : Math.round(stepped(sent[name]) * scale * 1000) / 1000;
  return {
    searchable: isOn(sent.searchable),
    weight: kept('weight', stored.weight, weightScale),
    wildcard: kept('wildcard', stored.wildcard, 1),
    phraseWeight: kept('phrase_weight', stored.phraseWeight, phraseScale),
    userPhraseCheck: isOn(sent.user_phrase_check),
    fuzzy: isOn(sent.fuzzy),
    shingle: isOn(sent.shingle),
    stemmer: isOn(sent.stemmer),
    boostable: isOn(sent.boostable),
  };
}

/** Items have it besides their fields; it is never indexed as text. */
const idField = 'id';

export const savedFields = async (db: Database, { id, collectionId }: CollectionScope): Promise<StoredField[]> =>
  (await collectionStore(db).storedFields({ id }, collectionId)).filter(({ name }) => name !== idField);

/** The fields with the new settings. Throws `notFound` for a field of another collection, and `nothingSearched`. */
export function tunedFields(saved: readonly StoredField[], sent: readonly FieldInput[]): StoredField[] {
  const byId = new Map(sent.map((field) => [field.id, field]));
  for (const id of byId.keys())
    foundIn(
      saved.find((field) => field.id === id),
      'field',
    );
  const tuned = saved.map((field) => {
    const own = byId.get(field.id);
    return own === undefined ? field : { ...field, relevance: relevanceFrom(own, field.relevance) };
  });
  if (!tuned.some((field) => isSearched(field) && field.relevance.weight > 0)) throw fail('nothingSearched');
  return tuned;
}
