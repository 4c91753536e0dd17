import { testQuery } from '#contract/test-query.ts';
import { crudFacts } from '#testing/crud-facts.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';

const replaced = (term: string) => ({ term, is_regexp: false, catalog_term: 'lawn mower' });

crudFacts(fixits, {
  one: replaced('grasschopper'),
  many: (at) => replaced(`word ${at}`),
  changed: { term: '^weed', is_regexp: true, catalog_term: 'https://shop.example/weeds' },
  twin: { ...replaced('  GRASSCHÖPPER '), catalog_term: 'scythe' },
  invalid: { input: { term: ' ', catalog_term: 'ftp://shop.example' }, fields: ['term', 'catalog_term'] },
  async works(server, owner) {
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'grasschopper ' });
    return !data?.corrected_query && !data?.is_relaxed && (data?.total_count ?? 0) > 0;
  },
});
