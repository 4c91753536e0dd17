import { afterEach, expect, test } from 'vitest';
import { previewOf, hideOf } from './begin.ts';
import { usualSettings, type PluginStart } from '#contract/plugin/plugin-settings.ts';
import { frontCalls } from './calls.ts';
import { Shop } from './shop.ts';

afterEach(() => localStorage.clear());
const shop = 'https://shop.example/';

test('who opened a preview link sees the preview on every page, until a link ends it', () => {
  expect(previewOf(shop)).toBeNull();
  expect(previewOf(`${shop}?a=1&aisle-preview=abc`)).toBe('abc');
  expect(previewOf(`${shop}lamps`)).toBe('abc');
  expect(previewOf(`${shop}?aisle-preview=def`)).toBe('def');
  expect(previewOf(`${shop}?aisle-preview=off`)).toBeNull();
  expect(previewOf(shop)).toBeNull();
});

test('where the browser keeps nothing, the preview is of the page alone', () => {
  const refused = () => {
    throw new Error('SecurityError');
  };
  expect(previewOf(`${shop}?aisle-preview=abc`, refused)).toBe('abc');
  expect(previewOf(shop, refused)).toBeNull();
});

afterEach(() => {
  document.adoptedStyleSheets = [];
});

function rulesFor(selector: string): string[] {
  const start = { settings: { ...usualSettings, hide_selector: selector }, language: 'en' } as PluginStart;
  const calls = frontCalls({ script: 'https://search.example/plugin.js', token: 'x', preview: null });
  hideOf(new Shop({ calls, language: null }, start));
  return document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
}

test('hides what a selector names', () => {
  expect(rulesFor('.own > li:not([a="b"])')).toEqual(['.own > li:not([a="b"]) { display: none !important; }']);
});

test.each(['', 'body{background:red}b) or (color:red', 'a{}b', '@import "//evil.example"', '.a}'])(
  'adds no rule for %j',
  (text) => expect(rulesFor(text)).toEqual([]),
);
