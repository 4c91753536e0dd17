import { testQuery } from '#contract/test-query.ts';
import { crudFacts } from '#testing/crud-facts.ts';
import { charFilters } from './chars-filter.contract.ts';

crudFacts(charFilters, {
  one: { from: '§Zqx', to: 'kettle' },
  many: (at) => ({ from: `=§${at}|`, to: ` \\${at} ` }),
  changed: { from: '§Other', to: 'kettle' },
  twin: { from: ' §zqX', to: '' },
  invalid: { input: { from: '', to: 'x'.repeat(21) }, fields: ['from', 'to'] },
  async works(server, owner) {
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: '§zqx' });
    return !data?.corrected_query && !data?.is_relaxed && (data?.total_count ?? 0) > 0;
  },
});
