import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { optionalText, requiredText } from '#contract/fields.ts';
import { maximumStopwordLength, maximumStopwords } from '#contract/limits.ts';
import { rulePreview } from '#contract/preview.ts';
import { rowStates, waitingFields } from '#contract/rows/rule-fields.ts';
import { stopwordLanguages } from '#contract/texts/languages.ts';

const needs = 'search';

const set = z.enum(stopwordLanguages);

export const singleTerms = 'single';

export const StopwordInput = z.object({
  value: requiredText('requiredField', maximumStopwordLength),
  /** The language of the set that it came with, or a name that somebody gave. */
  name: optionalText(),
});
export type StopwordInput = z.output<typeof StopwordInput>;

export const stopwords = crud({
  name: 'ignored term',
  paths: { list: '/api/stopwords', one: '/api/stopwords/id/{id}' },
  needs,
  input: StopwordInput,
  shown: waitingFields,
  filters: { set: z.optional(z.enum([singleTerms, ...stopwordLanguages])), state: z.optional(z.enum(rowStates)) },
  sorts: ['value', 'name', 'updated_at'],
  unique: ['value'],
  maximumRows: maximumStopwords,
});
export type Stopword = OutputOf<typeof stopwords.read>;

export const previewStopwords = rulePreview({ list: stopwords.list.path, needs, name: stopwords.name, fields: StopwordInput });

export const removeStopword = endpoint('DELETE /api/stopwords/{value}', {
  needs,
  summary: 'Deletes an ignored term by the term itself',
  input: z.object({ value: requiredText('requiredField', maximumStopwordLength) }),
  errors: ['notFound'],
});

const SetChange = z.object({ changed: z.number() });

export const addStopwordSet = endpoint('PUT /api/stopwords/set/{set}', {
  needs,
  summary: 'Adds all words of a predefined set; those that are there already stay as they are',
  input: z.object({ set }),
  output: SetChange,
  errors: ['tooMany', 'tooMuchText'],
});

export const removeStopwordSet = endpoint('DELETE /api/stopwords/set/{set}', {
  needs,
  summary: 'Deletes the words that came with a predefined set',
  input: z.object({ set }),
  output: SetChange,
});

export const listStopwordSets = endpoint('GET /api/stopwords/sets', {
  needs,
  summary: 'Lists the predefined sets, that of the language of the project first, and how many of their words are missing',
  output: z.array(
    z.object({
      set,
      /** It is the set of the language of the project. */
      is_own: z.boolean(),
      word_count: z.number(),
      new_count: z.number(),
      own_count: z.number(),
    }),
  ),
});
export type StopwordSet = OutputOf<typeof listStopwordSets>[number];
