import { type FieldRelevance, shownWeight, weightScale } from '#engine/query/relevance.ts';
import type { FieldInput, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';

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
export function relevanceFrom(sent: FieldInput, stored: FieldRelevance): FieldRelevance {
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
