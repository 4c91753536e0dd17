import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Nothing, requiredText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

export const minimumBoost = 0.1;
export const maximumBoost = 10;
export const defaultBoost = 1;
export const maximumPhraseLength = 100;

const Boost = z.coerce.number({ error: 'requiredField' }).check(z.minimum(minimumBoost), z.maximum(maximumBoost));

/** What a rule knows of a phrase. */
export const PhraseRule = z.object({
  phrase: z.string(),
  item_count: z.number(),
  boost: z.number(),
  /** A hidden phrase is suggested by nothing, and its words are like any others. */
  is_visible: z.boolean(),
});
export type PhraseRule = z.output<typeof PhraseRule>;

export const Phrase = z.extend(PhraseRule, {
  id: Id,
  source: z.enum(['mined', 'added']),
});
export type Phrase = z.output<typeof Phrase>;

const needs = 'data';

export const listPhrases = endpoint({
  method: 'GET',
  path: '/api/elastic/phrases',
  needs,
  summary: 'Lists the phrases of a collection: those found in its items and those added by hand',
  input: z.extend(PageQuery, { c: Id }),
  output: pageOf(Phrase),
});
export const PhraseInput = z.object({
  phrase: requiredText('requiredField', maximumPhraseLength),
  boost: z._default(Boost, defaultBoost),
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
export const minePhrases = endpoint({
  method: 'POST',
  path: '/api/phrases/mine',
  needs,
  summary: 'Looks through the items of a collection for phrases, in the background',
  input: z.object({ c: Id }),
  output: Nothing,
});
