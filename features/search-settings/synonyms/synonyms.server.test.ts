import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { crudFacts } from '#server/testing/crud-facts.ts';
import { synonyms } from './synonyms.contract.ts';

const oneWay = (term: string) => ({ term, synonym_type_id: 2 as const, synonyms: ['lawn mower'] });

crudFacts(synonyms, {
  one: oneWay('grasschopper'),
  many: (at) => oneWay(`word ${at}`),
  changed: oneWay('weedwhacker'),
  twin: { ...oneWay('  GRASSCHÖPPER '), synonyms: ['scythe'] },
  invalid: { input: { term: ' ', synonyms: [] }, fields: ['term', 'synonyms'] },
  async works(server, owner) {
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'grasschopper ' });
    return !data?.corrected_query && !data?.is_relaxed && (data?.total_count ?? 0) > 0;
  },
});
