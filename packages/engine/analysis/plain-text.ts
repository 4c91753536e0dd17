/** The named entities that shop texts hold in practice; others stay as they are. */
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  euro: '€',
  pound: '£',
  sect: '§',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  times: '×',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  szlig: 'ß',
  aelig: 'æ',
  oslash: 'ø',
};
/** `&eacute;` and its kind: a letter and the name of its accent. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,11}));/g;
const accented = /^([a-zA-Z])(acute|grave|circ|tilde|uml|ring|cedil|caron)$/;
const invisible = /<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)|<!--[^]*?(?:-->|$)/gi;
/** Tags that stand inside a word, such as bold letters, leave no gap; all others end it. */
const inlineTag = /<\/?(?:b|i|u|em|strong|span|font|mark|small|sub|sup|a)(?:\s[^<>]*)?>/gi;
const tag = /<[a-zA-Z/!?][^<>]*>/g;

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const letter = accented.exec(name);
    if (letter) return `${letter[1] ?? ''}${accents[letter[2] ?? ''] ?? ''}`.normalize('NFC');
    return namedEntities[name] ?? whole;
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

/** What a person reads of an HTML text: tags, comments, scripts and styles gone, entities decoded. Plain text comes back as it is. */
export function plainText(html: string): string {
  let text = html;
  if (text.includes('<')) text = text.replace(invisible, ' ').replace(inlineTag, '').replace(tag, ' ');
  if (text.includes('&')) text = text.replace(entity, decodeEntity);
  return text;
}
