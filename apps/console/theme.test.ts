import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languageTag } from '#contract/texts/languages.ts';
import { theme } from './theme.ts';

const styles = readFileSync(new URL('styles.css', import.meta.url), 'utf8');

it.each([
  ['jp', 'Noto Sans JP'],
  ['ch', 'Noto Sans SC'],
] as const)('draws the Han characters of %s in a font of that language', (language, font) => {
  const { language: lang } = new Intl.Locale(languageTag(language));
  const [, fonts] = new RegExp(`:root:lang\\(${lang}\\) {\\s*--aisle-han: ([^;]+);`).exec(styles) ?? [];
  expect(fonts).toContain(font);
  expect([theme.fontFamily, theme.headings?.fontFamily]).toEqual(Array(2).fill(expect.stringContaining('var(--aisle-han')));
});
