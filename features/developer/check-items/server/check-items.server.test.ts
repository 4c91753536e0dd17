import { crudFacts } from '#testing/crud-facts.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';

const watched = (term: string) => ({ elastic_item_id: 'kettle-1', term, alert_above: 3 });

crudFacts(checkItems, {
  one: watched('kettle'),
  many: (at) => watched(`kettle ${at}`),
  changed: { ...watched('teapot'), alert_above: 0 },
  twin: { ...watched(' KETTLE '), alert_above: 9 },
  invalid: { input: { elastic_item_id: ' ', term: '', alert_above: -1 }, fields: ['elastic_item_id', 'term', 'alert_above'] },
});
