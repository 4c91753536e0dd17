import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { Id, requiredText } from '#contract/fields.ts';

export const defaultSynonymTypeId = 1;
export const maximumSynonyms = 100;

export const SynonymInput = z.object({
  term: requiredText('requiredField'),
  /** 1, two-way: all words mean the same. 2, one-way: the term also finds the synonyms. 3, weak: it does, ranked below. */
  synonym_type_id: z._default(z.literal([1, 2, 3]), defaultSynonymTypeId),
  synonyms: z
    .array(requiredText('requiredField'), { error: 'requiredField' })
    .check(z.minLength(1, { error: 'requiredField' }), z.maxLength(maximumSynonyms)),
});
export type SynonymInput = z.output<typeof SynonymInput>;

export const Synonym = z.extend(SynonymInput, { id: Id });
export type Synonym = z.output<typeof Synonym>;

export const synonyms = crud({
  name: 'synonym',
  paths: {
    list: '/api/synonyms',
    create: '/api/synonyms',
    read: '/api/synonym/{id}',
    update: '/api/synonym/{id}',
    remove: '/api/synonym/{id}',
  },
  needs: 'search',
  item: Synonym,
  input: SynonymInput,
});
