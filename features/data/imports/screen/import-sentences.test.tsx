import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportDetails } from '#feeds/feed-texts.ts';
import { changeLanguage, startI18n } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { importFailures, feedWarnings } from '#features/data/imports/import-texts.contract.ts';
import { type ImportFailure, type ImportWarning } from '#features/data/imports/imports.contract.ts';
import { useImportSentences } from './import-state.panel.tsx';

import cs from '#apps/console/locales/cs.json' with { type: 'json' };
import en from '#apps/console/locales/en.json' with { type: 'json' };

const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { cs, en };
beforeAll(() => startI18n(async (language) => locales[language] ?? {}));

/** A value for every name in braces of a text. */
const detailsOf = (text: string): ImportDetails =>
  Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, /^(?:count|line|status|max)/.test(name) ? 404 : name]),
  );

const failures = Object.entries(importFailures).map(([code, text]) => ({ code, details: detailsOf(text) }) as ImportFailure);
const warnings = Object.entries(feedWarnings).map(([code, text]) => ({ code, details: detailsOf(text) }) as ImportWarning);

const Sentences = ({ said = failures, noticed = warnings }: { said?: ImportFailure[]; noticed?: ImportWarning[] }) => {
  const sentences = useImportSentences();
  return [...said.map(sentences.failure), ...noticed.map(sentences.warning)].map((text) => <li key={text}>{text}</li>);
};

async function sentencesIn(language: 'cs' | 'en', props: Parameters<typeof Sentences>[0] = {}): Promise<string[]> {
  await changeLanguage(language);
  const { container, unmount } = await renderAt('/', () => <Sentences {...props} />);
  const texts = [...container.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
  unmount();
  return texts;
}

describe.each(['cs', 'en'] as const)('in %s', (language) => {
  it('every failure and remark is a sentence of its own with all its values', async () => {
    const texts = await sentencesIn(language);
    expect(texts).toHaveLength(failures.length + warnings.length);
    for (const text of texts) expect(text).toMatch(/^[^{}]+[.]$/u);
    for (const [index, { details }] of [...failures, ...warnings].entries())
      for (const value of Object.values(details).filter((each) => typeof each === 'string'))
        expect(texts[index]).toContain(value);
  });
});

it('names fields of items by their names on the screen, and fields of a feed as the feed does', async () => {
  const noticed: ImportWarning[] = [
    { code: 'noneHas', details: { field: 'url' } },
    { code: 'mappingChanged', details: { fields: 'url, field' } },
    { code: 'otherEditions', details: { count: 2, field: 'url' } },
  ];
  const [none, changed, editions] = await sentencesIn('cs', { said: [], noticed });
  expect(none).toContain('„Adresa“');
  expect(changed).toContain('Adresa, field');
  expect(editions).toContain('„url“');
});

it('sizes, numbers and plurals are written as the language writes them', async () => {
  const said: ImportFailure[] = [
    { code: 'tooLarge', details: { maxBytes: 2 * 1024 ** 3 } },
    { code: 'textTooLong', details: { maxChars: 8_388_608 } },
    { code: 'truncated', details: { count: 1 } },
    { code: 'truncated', details: { count: 12 } },
  ];
  expect(await sentencesIn('cs', { said, noticed: [] })).toEqual([
    'Feed je větší než 2,1\u00A0GB. Rozdělte ho, nebo komprimujte.',
    'Značka nebo text má přes 8\u00A0388\u00A0608 znaků. Zkontrolujte, zda jsou značky a\u00A0uvozovky uzavřené.',
    'Feed končí uprostřed, po 1 položce. Zkontrolujte, zda jej obchod zapíše celý.',
    'Feed končí uprostřed, po 12 položkách. Zkontrolujte, zda jej obchod zapíše celý.',
  ]);
  expect((await sentencesIn('en', { said, noticed: [] }))[2]).toContain('after 1 item.');
});

it('braces and brackets that a feed wrote are shown as they are', async () => {
  const said: ImportFailure[] = [{ code: 'noElement', details: { tagName: '{host}$t(Close)<b>' } }];
  expect((await sentencesIn('en', { said, noticed: [] }))[0]).toContain('has no <{host}$t(Close)<b>>.');
});
