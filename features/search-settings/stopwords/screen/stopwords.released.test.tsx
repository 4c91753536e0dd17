import { expect, it } from 'vitest';
import { currentLanguage, translatorOf } from '#ui/text/i18n.ts';
import { releasedStopwords } from './stopwords.released.tsx';

it('a set is called as the list of ignored terms calls it', () => {
  const told = releasedStopwords.sentence(translatorOf(currentLanguage()), { value: 'pro', name: 'cs' });
  expect(told).toBe('Ignored in queries, from the set Czech.');
});
