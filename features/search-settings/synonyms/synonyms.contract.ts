import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { requiredText } from '#contract/fields.ts';
import { maximumSynonymLength, maximumSynonyms, maximumSynonymWords } from '#contract/limits.ts';
import { rulePreview } from '#contract/preview.ts';
import { timedRuleFields, timedStates } from '#contract/rows/rule-fields.ts';

const Word = requiredText('requiredField', maximumSynonymLength);

export const twoWay = 1;
export const oneWay = 2;

export const SynonymFields = z.object({
  term: Word,
  /** 1, two-way: all words mean the same. 2, one-way: the term also finds the synonyms. 3, weak: it does, ranked below. */
  synonym_type_id: z._default(z.literal([twoWay, oneWay, 3]), twoWay),
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
  shown: {
    term: z.string(),
    catalog_term: z.string(),
    synonyms: z.array(z.string()),
    /** Searches in the last 30 days with a word that finds the others; null if no searches were tracked. */
    search_count: z.nullable(z.number()),
  },
  filters: { kind: z.optional(z.enum(['1', '2', '3'])), state: z.optional(z.enum(timedStates)) },
  sorts: ['term', 'kind', 'updated_at'],
  unique: ['term', 'synonym_type_id'],
  maximumRows: maximumSynonyms,
  /** Replacing terms have a `catalog_term`, too: there it is what they search instead. */
  aliases: { catalog_term: 'term' },
});

export const previewSynonym = rulePreview({
  list: synonyms.list.path,
  needs: 'search',
  name: synonyms.name,
  fields: SynonymFields,
});
