import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Nothing, requiredText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { FoundItem } from '#contract/search.ts';

export const minimumBoost = 0.1;
export const maximumBoost = 10;
export const defaultBoost = 1;
export const maximumPhraseLength = 100;

const Boost = z.coerce.number({ error: 'requiredField' }).check(z.minimum(minimumBoost), z.maximum(maximumBoost));

/** What a rule knows of a phrase. */
export const PhraseRule = z.object({
  phrase: z.string(),
  item_count: z.number(),
  /** Releases from before searches were counted have none. */
  search_count: z.optional(z.number()),
  boost: z.number(),
  /** A hidden phrase is suggested by nothing, and its words are like any others. */
  is_visible: z.boolean(),
});
export type PhraseRule = z.output<typeof PhraseRule>;

/** Where a phrase comes from: what several items are called, a category, what visitors search for, or somebody's hand. */
export const phraseSources = ['name', 'category', 'searched', 'added'] as const;

export const Phrase = z.extend(PhraseRule, {
  id: Id,
  source: z.enum(phraseSources),
  /** By visitors, in the last `searchedDays` days before items were looked through. */
  search_count: z.number(),
});
export type Phrase = z.output<typeof Phrase>;

/** Searches of so many days say what phrases are searched for now. */
export const searchedDays = 90;

const needs = 'data';

export const listPhrases = endpoint({
  method: 'GET',
  path: '/api/elastic/phrases',
  needs,
  summary: 'Lists the phrases of a collection: those found in its items and in searches, and those added by hand',
  input: z.extend(PageQuery, { c: Id }),
  output: pageOf(Phrase),
});
export const PhraseInput = z.object({
  phrase: requiredText('requiredField', maximumPhraseLength),
  boost: z._default(Boost, defaultBoost),
});
/** What a phrase does, worked out on the live shop. */
export const PhraseEffect = z.object({
  phrase: Phrase,
  /** Beginnings by which it is offered, with its place among the suggestions, from 1. */
  beginnings: z.array(z.object({ typed: z.string(), place: z.number() })),
  /** Of a search for it. */
  total_count: z.number(),
  /** The first items of a search for it; `place_without` is where each is without the phrase, null for further down. */
  items: z.array(z.object({ item: FoundItem, place_without: z.nullable(z.number()) })),
  /** Fields in which only words of known phrases earn points for standing together (`user_phrase_check`). */
  checked_fields: z.array(z.string()),
});
export type PhraseEffect = z.output<typeof PhraseEffect>;

export const readPhraseEffect = endpoint({
  method: 'GET',
  path: '/api/phrases/{id}/effect',
  needs,
  summary: 'Tells for which beginnings a phrase is suggested, and what it changes in the order of the found items',
  input: z.object({ id: Id }),
  output: PhraseEffect,
  errors: ['searchDown'],
});
export const addPhrase = endpoint({
  method: 'POST',
  path: '/api/phrases',
  needs,
  summary: 'Adds a phrase by hand; it is suggested at once',
  input: z.extend(PhraseInput, { c: Id }),
  output: Phrase,
  errors: ['alreadyUsed', 'fieldNotValid'],
});
export const setPhraseVisibility = endpoint({
  method: 'PUT',
  path: '/api/phrases/visibility/{id}',
  needs,
  summary: 'Shows or hides a phrase, also after its items are looked through again',
  input: z.object({ id: Id, is_visible: z.boolean() }),
  output: Phrase,
});
export const setPhraseBoost = endpoint({
  method: 'PUT',
  path: '/api/phrases/boost/{id}',
  needs,
  summary: 'Sets how far up a phrase is suggested, also after its items are looked through again',
  input: z.object({ id: Id, boost: Boost }),
  output: Phrase,
});
export const removePhrase = endpoint({
  method: 'DELETE',
  path: '/api/phrases/{id}',
  needs,
  summary: 'Deletes a phrase that was added by hand; others are hidden instead',
  input: z.object({ id: Id }),
  output: Nothing,
  errors: ['phraseNotAdded'],
});
export const minePhrases = endpoint({
  method: 'POST',
  path: '/api/phrases/mine',
  needs,
  summary: 'Looks through the items of a collection for phrases, in the background',
  input: z.object({ c: Id }),
  output: Nothing,
});
