import * as z from 'zod/mini';
import { chosenOutput, chosenRows, crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { maximumPhraseLength, maximumPhrases } from '#contract/limits.ts';
import { FoundItem } from '#contract/search.ts';

export const minimumBoost = 0.1;
export const maximumBoost = 10;
export const defaultBoost = 1;

const possible = { error: 'phraseBoostNotPossible' } as const;
const Boost = z.number(possible).check(z.minimum(minimumBoost, possible), z.maximum(maximumBoost, possible));

/** Where a phrase comes from: what several items are called, a category, what visitors search for, or somebody's hand. */
export const phraseSources = ['name', 'category', 'searched', 'added'] as const;

/** Of found ones, whether they are suggested already, nobody has said so far, or they are hidden. */
export const phraseStates = ['suggested', 'waiting', 'hidden'] as const;

/** Searches of so many days say what phrases are searched for now. */
export const searchedDays = 90;

export const PhraseInput = z.object({
  phrase: requiredText('requiredField', maximumPhraseLength),
  boost: z._default(Boost, defaultBoost),
  /** A hidden phrase is suggested by nothing, and its words are like any others. */
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
    /** By visitors, in the last `searchedDays` days before items were looked through. */
    search_count: z.number(),
    /** Whether somebody said if it is suggested. Until then, those are that are categories or are searched for. */
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

export const PhraseEffect = z.object({
  phrase: phrases.read.output,
  /** Beginnings by which it is offered, with its place among the suggestions, from 1. */
  beginnings: z.array(z.object({ typed: z.string(), place: z.number() })),
  /** Of a search for it. */
  total_count: z.number(),
  /** The first items of a search for it; `place_without` is where each is without the phrase, null for further down. */
  items: z.array(z.object({ item: FoundItem, place_without: z.nullable(z.number()) })),
  /** What would be among the first without the phrase, and is further down with it. */
  gone: z.array(z.object({ item: FoundItem, place_without: z.number() })),
  /** Fields in which only words of known phrases earn points for standing together (`user_phrase_check`). */
  checked_fields: z.array(z.string()),
});
export type PhraseEffect = z.output<typeof PhraseEffect>;

export const readPhraseEffect = endpoint('GET /api/phrases/{id}/effect', {
  needs,
  summary: 'Tells for which beginnings a phrase is suggested, and what it changes in the order of the found items',
  input: z.object({ id: Id }),
  output: PhraseEffect,
  errors: ['searchDown'],
});
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
