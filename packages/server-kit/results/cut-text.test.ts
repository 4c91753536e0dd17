import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['a text that fits stays as it is', 'Steel kettle', 12, 'Steel kettle'],
  ['a text is cut between words', 'Steel kettle with a whistle', 20, 'Steel kettle with a…'],
  ['a word that ends where the room ends stays', 'Steel kettle red', 13, 'Steel kettle…'],
  ['marks that would stand before the ellipsis go', 'Kettles, pots – pans', 17, 'Kettles, pots…'],
  ['one long word is cut within it', 'Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
  ['a letter of two units is not cut in half', 'ab😀😀😀😀😀😀', 10, 'ab😀😀😀…'],
])('%s', (_fact, text, maxLength, wanted) => {
  const cut = cutText(text, maxLength);
  expect(cut).toBe(wanted);
  expect(cut.length).toBeLessThanOrEqual(maxLength);
});

test('HTML that is cut has no tags left that nobody closes, and is no less safe than it was', () => {
  const html = '<p class="a">Steel <b>kettle</b></p><ul><li>red &lt;b&gt;</li><li>blue</li></ul>';
  expect(cutText(html, 12)).toBe('Steel…');
  expect(cutText(html, 13)).toBe('Steel kettle…');
  expect(cutText(html, 28)).toBe('Steel kettle red &lt;b&gt;…');
  expect(cutText('<p>Short</p><!-- a very long comment -->', 20)).toBe('Short');
  expect(
    cutText(`<p>${'word '.repeat(10)}<a href="https://shop.example/${'x'.repeat(500)}">link</a> ${'end '.repeat(200)}`, 54),
  ).toBe('word word word word word word word word word word…');
});

test('a description of a megabyte is not read to its end', () => {
  /** The quickest of several tries, as others use the processor, too. */
  const quickest = (words: number): number => {
    const html = '<p>word '.repeat(words);
    const tries = Array.from({ length: 7 }, () => {
      const start = performance.now();
      expect(cutText(html, 100).length).toBeLessThanOrEqual(100);
      return performance.now() - start;
    });
    return Math.min(...tries);
  };
  // A hundred times as long, it would take a hundred times as long.
  expect(quickest(130_000)).toBeLessThan(20 * Math.max(quickest(1_300), 0.01));
});
