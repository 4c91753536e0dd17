import { expect, it } from 'vitest';
import { quoted } from './quoted.ts';
import { startI18n, translatorOf } from './i18n.ts';

it('each word of a list has quotes of its own, as the language writes them', async () => {
  await startI18n(async (language) => (language === 'cs' ? { '{words}”, “{word}': '{words}“, „{word}' } : {}));
  const t = translatorOf('en');
  expect(`“${quoted(t, ['sofa'])}”`).toBe('“sofa”');
  expect(`“${quoted(t, ['sofa', 'couch', '{word}'])}”`).toBe('“sofa”, “couch”, “{word}”');
  expect(quoted(t, [])).toBe('');
});
