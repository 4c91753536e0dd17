import { expect, it } from 'vitest';
import { splitNegations } from './negation.ts';

it.each([
  ['christmas tree without lights', 'en', 'christmas tree', ['without lights']],
  ['case without a belt clip', 'en', 'case clip', ['without belt']],
  ['čokoláda bez cukru ', 'cs', 'čokoláda ', ['bez cukru']],
  ['boty -červené dámské', 'cs', 'boty dámské', ['-červené']],
  ['kleid ohne die ärmel', 'de', 'kleid', ['ohne ärmel']],
  ['wi-fi xr-450 -20 c - red', 'en', 'wi-fi xr-450 -20 c - red', []],
  ['tree without', 'en', 'tree without', []],
  ['tree without ', 'en', 'tree without ', []],
  ['bez cukru', 'en', 'bez cukru', []],
])('%j in %s asks for %j', (query, language, wanted, unwanted) => {
  const { wanted: kept, negations } = splitNegations(query, language);
  expect(kept).toBe(wanted);
  expect(negations.map(({ before, word }) => (before === '' ? `-${word}` : `${before} ${word}`))).toEqual(unwanted);
});
