import { PlacedTextBuilder, type PlacedText } from './folding.ts';
import namedSigns from './entities.json' with { type: 'json' };

const signs: Readonly<Record<string, string>> = namedSigns;
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  breve: '\u0306',
  dblac: '\u030b',
  dot: '\u0307',
  macr: '\u0304',
  ogon: '\u0328',
};
const accented = new RegExp(`^([a-zA-Z])(${Object.keys(accents).join('|')})$`);

function namedEntities(): Map<string, string> {
  const entities = new Map<string, string>();
  for (const [sign, names] of Object.entries(signs)) for (const name of names.split(' ')) entities.set(name, sign);
  for (const [index, name] of greek.entries()) {
    entities.set(name, String.fromCharCode(0x3b1 + index));
    entities.set(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, String.fromCharCode(0x391 + index));
  }
  return entities;
}

const entities = namedEntities();

function namedEntity(name: string): string | undefined {
  const known = entities.get(name);
  if (known !== undefined) return known;
  const letter = accented.exec(name);
  return letter === null ? undefined : `${letter[1] ?? ''}${accents[letter[2] ?? ''] ?? ''}`.normalize('NFC');
}

/** All patterns stop at the next `<` or after a few characters, so that no text takes longer than its length. */
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,15}));/g;
const invisible = /<(script|style)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)|<!--[^]*?(?:-->|$)/gi;
const inlineTag =
  /<\/?(?:b|i|u|em|strong|span|font|mark|small|sub|sup|a|wbr)(?:\s[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)?>/gi;
const tag = /<[a-zA-Z/!?][^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>|<[a-zA-Z/!?][^<>]*>/g;

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntity(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

type Replacement = (whole: string, ...groups: (string | undefined)[]) => string;

/** Entities come twice: feeds escape texts once too often. */
const replacements: readonly (readonly [sign: string, pattern: RegExp, replacement: Replacement])[] = [
  ['<', invisible, () => ' '],
  ['<', inlineTag, () => ''],
  ['<', tag, () => ' '],
  ['&', entity, decodeEntity],
  ['&', entity, decodeEntity],
];

export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  let text = html;
  for (const [sign, pattern, replacement] of replacements)
    if (text.includes(sign)) text = text.replace(pattern, replacement as (whole: string) => string);
  return text;
}

export function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return replacements.reduce(
    (text, [sign, pattern, replacement]) =>
      sign === '<' ? text.replace(pattern, replacement as (whole: string) => string) : text,
    html,
  );
}

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
