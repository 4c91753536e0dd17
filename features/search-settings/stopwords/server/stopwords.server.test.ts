import { crudFacts } from '#testing/crud-facts.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';

crudFacts(stopwords, {
  one: { value: 'für', name: '' },
  many: (at) => ({ value: `word${at}` }),
  changed: { value: 'gegen' },
  twin: { value: ' FÜR ', name: 'mine' },
  invalid: { input: { value: ' ' }, fields: ['value'] },
});
