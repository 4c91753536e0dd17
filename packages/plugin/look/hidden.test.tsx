import { afterEach, expect, test } from 'vitest';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';
import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import { frontCalls } from '#plugin/calls/front-calls.ts';
import { Shop } from '#plugin/shop.ts';
import { hideOf } from '#plugin/begin.ts';

afterEach(() => {
  document.adoptedStyleSheets = [];
});

/** What the page's sheets say once the selector of a shop is hidden, whatever its server has let through. */
function rulesFor(selector: string): string[] {
  const start = { settings: { ...usualSettings, hide_selector: selector }, language: 'en' } as PluginStart;
  const calls = frontCalls({ script: 'https://search.example/plugin.js', token: 'x', preview: null });
  hideOf(new Shop({ calls, language: null, nonce: '' }, start));
  return document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
}

test('hides what a selector names', () => {
  expect(rulesFor('.own > li:not([a="b"])')).toEqual(['.own > li:not([a="b"]) { display: none !important; }']);
});

test.each(['', 'body{background:red}b) or (color:red', 'a{}b', '@import "//evil.example"', '.a}'])(
  'adds no rule for %j',
  (text) => expect(rulesFor(text)).toEqual([]),
);
