import * as z from 'zod/mini';
import { chosenOutput, chosenRows, crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { maximumPhraseLength, maximumPhrases } from '#contract/limits.ts';

export const minimumBoost = 0.1;
export const maximumBoost = 10;
export const defaultBoost = 1;

const possible = { error: 'phraseBoostNotPossible' } as const;
const Boost = z.number(possible).check(z.minimum(minimumBoost, possible), z.maximum(maximumBoost, possible));

export const phraseSources = ['name', 'category', 'searched', 'added'] as const;

export const phraseStates = ['suggested', 'waiting', 'hidden'] as const;

export const searchedDays = 90;

export const PhraseInput = z.object({
  phrase: requiredText('requiredField', maximumPhraseLength),
  boost: z._default(Boost, defaultBoost),
  /** Hidden phrases are never suggested. */
  is_visible: z._default(z.boolean(), true),
});
export type PhraseInput = z.output<typeof PhraseInput>;

const needs = 'data';

export const phrases = crud({
  name: 'phrase',
  paths: { list: '/api/elastic/phrases', create: '/api/phrases', one: '/api/phrases/{id}' },
  needs,
  input: PhraseInput,
  shown: {
    phrase: z.string(),
    source: z.enum(phraseSources),
    item_count: z.number(),
    /** In the `searchedDays` before phrases were mined. */
    search_count: z.number(),
    /** Undecided phrases are suggested if they are categories or searched for. */
    is_decided: z.boolean(),
  },
  scope: inCollection,
  filters: { source: z.optional(z.enum(phraseSources)), suggestion: z.optional(z.enum(phraseStates)) },
  sorts: ['phrase', 'items', 'searches'],
  unique: ['phrase'],
  maximumRows: maximumPhrases,
});
export type Phrase = OutputOf<typeof phrases.read>;
export const { list: listPhrases, create: addPhrase, remove: removePhrase } = phrases;

export type PhraseRule = Pick<Phrase, 'phrase' | 'item_count' | 'search_count' | 'boost' | 'is_visible' | 'is_decided'>;

export const setPhraseVisibility = endpoint('PUT /api/phrases/visibility/{id}', {
  needs,
  summary: 'Shows or hides a phrase, also after its items are looked through again',
  input: z.object({ id: Id, is_visible: z.boolean() }),
  output: phrases.read.output,
});
export const setVisibilityOfPhrases = endpoint('POST /api/phrases/visibility', {
  needs,
  summary: 'Shows or hides the chosen phrases, and answers which of them there were',
  input: z.object({ ...chosenRows, is_visible: z.boolean() }),
  output: chosenOutput,
});
export const setPhraseBoost = endpoint('PUT /api/phrases/boost/{id}', {
  needs,
  summary: 'Sets how far up a phrase is suggested, also after its items are looked through again',
  input: z.object({ id: Id, boost: Boost }),
  output: phrases.read.output,
});
export const minePhrases = endpoint('POST /api/phrases/mine', {
  needs,
  summary: 'Looks through the items of a collection for phrases, in the background',
  input: z.object(inCollection),
});
