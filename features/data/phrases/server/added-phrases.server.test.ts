import { crudFacts } from '#testing/crud-facts.ts';
import { phrases } from '#features/data/phrases/phrases.contract.ts';

crudFacts(
  phrases,
  {
    one: { phrase: 'paper lantern', boost: 2 },
    many: (at) => ({ phrase: `lantern z${at}q` }),
    changed: { phrase: 'paper lamp', boost: 3 },
    twin: { phrase: ' PAPER lanterns', boost: 5 },
    invalid: { input: { phrase: ' ', boost: 99 }, fields: ['phrase', 'boost'] },
  },
  { isWhole: true },
);
