import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { requiredText } from '#contract/fields.ts';
import { maximumSynonymLength, maximumSynonyms, maximumSynonymWords } from '#contract/limits.ts';
import { timedRuleFields, timedStates } from '#contract/rows/rule-fields.ts';

const Word = requiredText('requiredField', maximumSynonymLength);

export const SynonymFields = z.object({
  term: Word,
  /** 1, two-way: all words mean the same. 2, one-way: the term also finds the synonyms. 3, weak: it does, ranked below. */
  synonym_type_id: z._default(z.literal([1, 2, 3]), 1),
  synonyms: z
    .array(Word, { error: 'requiredField' })
    .check(z.minLength(1, { error: 'requiredField' }), z.maxLength(maximumSynonymWords, { error: 'tooMany' })),
});
export type SynonymRule = z.output<typeof SynonymFields>;

export const synonyms = crud({
  name: 'synonym',
  paths: { list: '/api/synonyms', one: '/api/synonym/{id}' },
  needs: 'search',
  input: z.extend(SynonymFields, timedRuleFields),
  /** Equal synonyms are merged when they are imported, and may then have more words than the form allows. */
  shown: { term: z.string(), catalog_term: z.string(), synonyms: z.array(z.string()) },
  filters: { kind: z.optional(z.enum(['1', '2', '3'])), state: z.optional(z.enum(timedStates)) },
  sorts: ['term', 'kind', 'updated_at'],
  unique: ['term', 'synonym_type_id'],
  maximumRows: maximumSynonyms,
  /** Replacing terms have a `catalog_term`, too: there it is what they search instead. */
  aliases: { catalog_term: 'term' },
});
