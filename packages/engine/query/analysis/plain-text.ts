import { namedEntity } from './entities.ts';
import { PlacedTextBuilder } from './placed-text.ts';
import type { PlacedText } from './placed-text.ts';

/** All patterns stop at the next `<` or after a few characters, so that no text takes longer than its length. */
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,15}));/g;
const invisible = /<(script|style)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)|<!--[^]*?(?:-->|$)/gi;
/** Tags that stand inside a word, such as bold letters, leave no gap; all others end it. */
const inlineTag =
  /<\/?(?:b|i|u|em|strong|span|font|mark|small|sub|sup|a|wbr)(?:\s[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)?>/gi;
/** A tag ends at the first `>` outside the quotes of its attributes; when a quote isn't closed, at the first. */
const tag = /<[a-zA-Z/!?][^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>|<[a-zA-Z/!?][^<>]*>/g;

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntity(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

type Replacement = (whole: string, ...groups: (string | undefined)[]) => string;

/** What is replaced, in this order. Entities come twice: feeds hold texts that were escaped once too often. */
const replacements: readonly (readonly [sign: string, pattern: RegExp, replacement: Replacement])[] = [
  ['<', invisible, () => ' '],
  ['<', inlineTag, () => ''],
  ['<', tag, () => ' '],
  ['&', entity, decodeEntity],
  ['&', entity, decodeEntity],
];

/** What a person reads of an HTML text: tags, comments, scripts and styles gone, entities decoded. Plain text comes back as it is. */
export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  let text = html;
  for (const [sign, pattern, replacement] of replacements)
    if (text.includes(sign)) text = text.replace(pattern, replacement as (whole: string) => string);
  return text;
}

/** An HTML text without its tags, comments, scripts and styles. Entities stay, so that it is as safe within a page as it was. */
export function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return replacements.reduce(
    (text, [sign, pattern, replacement]) =>
      sign === '<' ? text.replace(pattern, replacement as (whole: string) => string) : text,
    html,
  );
}

/** `plainText`, with where each character came from. Slower, for showing how a text was understood. */
export function plainTextWithPlaces(html: PlacedText): PlacedText {
  let source = html;
  for (const [sign, pattern, replacement] of replacements) {
    if (!source.text.includes(sign)) continue;
    const next = new PlacedTextBuilder(source);
    let at = 0;
    for (const match of source.text.matchAll(pattern)) {
      next.copy(at, match.index);
      at = match.index + match[0].length;
      next.put(replacement(...(match as unknown as [string, ...(string | undefined)[]])), match.index, at);
    }
    next.copy(at, source.text.length);
    source = next.finish();
  }
  return source;
}
