import { crudFacts } from '#testing/crud-facts.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';

const curation = (name: string, query: string, promoted: string[] = []) => ({
  name,
  queries: [{ query }],
  promoted: promoted.map((id) => ({ id })),
});

crudFacts(curations, {
  one: {
    ...curation('Mowers', 'lawn mower', ['1', 'a|b\\c']),
    queries: [{ query: 'lawn mower' }, { query: '*mow|er*' }, { query: '\\grass', match: 'contains' as const }],
    hidden: [{ id: '3' }],
  },
  many: (at) => ({ ...curation(`Number ${at}`, `query${at}`), queries: [{ query: `query${at}`, match: 'contains' as const }] }),
  changed: curation('Trimmers', 'trimmer'),
  twin: { ...curation('  MÖWERS ', 'scythe'), hidden: [] },
  invalid: { input: { name: ' ', queries: [] }, fields: ['name', 'queries'] },
});
