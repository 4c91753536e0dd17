import { describe, expect, it } from 'vitest';
import { endSession, startSession } from '#ui/state/session.ts';
import { changeLanguage, followPerson, startI18n, translatorOf, type LoadSentences } from './i18n.ts';
import { languageTag } from '#contract/texts/languages.ts';
import { chooseLanguage, languageCodes } from './language.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

const sentences: Record<string, Record<string, string>> = {
  en: { '{count} items_one': '{count} item', '{count} items_other': '{count} items' },
  cs: {
    'Add synonym': 'Přidat synonymum',
    '{count} items_one': '{count} položka',
    '{count} items_few': '{count} položky',
    '{count} items_many': '{count} položky',
    '{count} items_other': '{count} položek',
  },
  jp: { '{count} items_other': '{count}件' },
};
const load: LoadSentences = async (language) => sentences[language] ?? {};

describe('the language of the console', () => {
  it('is the stored one, whatever the browser speaks', () => expect(chooseLanguage('fr', 'cs-CZ')).toBe('fr'));
  it('is Czech when the browser speaks Czech', () => expect(chooseLanguage(null, 'cs-CZ')).toBe('cs'));
  it('is English for every other browser, also a Slovak one', () => expect(chooseLanguage(null, 'sk-SK')).toBe('en'));
  it('ignores a stored code that is not offered', () => expect(chooseLanguage('xx', 'cs')).toBe('cs'));
  it('is offered seven times', () => expect(languageCodes).toEqual(['en', 'cs', 'ch', 'es', 'jp', 'de', 'fr']));
  it('has a real tag for Intl and the page', () => {
    expect(languageTag('jp')).toBe('ja');
    expect(languageTag('ch')).toBe('zh-CN');
  });
});

describe('a sentence', () => {
  it('has the plural forms of Czech', async () => {
    await startI18n(load);
    await changeLanguage('cs');
    const t = translatorOf('cs');
    const forms = [1, 3, 5, 1.5].map((count) => t('{count} items', { count }));
    expect(forms).toEqual(['1 položka', '3 položky', '5 položek', '1,5 položky']);
  });

  it('writes numbers as the language does', async () => {
    await startI18n(load);
    expect(translatorOf('en')('{count} items', { count: 12_345 })).toBe('12,345 items');
  });

  it('has the plural forms of Japanese under its own code', async () => {
    await startI18n(load);
    await changeLanguage('jp');
    expect(translatorOf('jp')('{count} items', { count: 1 })).toBe('1件');
    expect(document.documentElement.lang).toBe('ja');
  });

  it('stays English where the language has none', async () => {
    await startI18n(load);
    await changeLanguage('cs');
    expect(translatorOf('cs')('Publish boosts: {name}.', { name: 'a.b:c' })).toBe('Publish boosts: a.b:c.');
  });

  it('stays English when translations can not be loaded', async () => {
    writeStored('language', 'de');
    await startI18n((language) => (language === 'de' ? Promise.reject(new Error('offline')) : load(language)));
    expect(translatorOf('de')('Add synonym')).toBe('Add synonym');
  });

  it('is in the chosen language at the next visit', async () => {
    await startI18n(load);
    await changeLanguage('cs');
    expect(readStored('language')).toBe('cs');
    await startI18n(load);
    expect(document.documentElement.lang).toBe('cs');
  });

  it('is that of the signed-in person, and a guest has their own again', async () => {
    await startI18n(load);
    await changeLanguage('cs');
    await followPerson('de');
    await startI18n(load);
    expect([document.documentElement.lang, readStored('language')]).toEqual(['de', 'cs']);
    startSession('theirs');
    endSession('signedOut');
    await startI18n(load);
    expect(document.documentElement.lang).toBe('cs');
  });
});
