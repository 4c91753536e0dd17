/** Names of U+00A0 to U+00FF in order, as HTML 4 lists them. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** HTML 5: Central European letters, Greek, punctuation, signs. */
const others =
  'Amacr Ā amacr ā Abreve Ă abreve ă Aogon Ą aogon ą Cacute Ć cacute ć Ccaron Č ccaron č Dcaron Ď dcaron ď Dstrok Đ dstrok đ Emacr Ē emacr ē Eogon Ę eogon ę Ecaron Ě ecaron ě ' +
  'Gbreve Ğ gbreve ğ Imacr Ī imacr ī Idot İ imath ı inodot ı Lacute Ĺ lacute ĺ Lcaron Ľ lcaron ľ Lstrok Ł lstrok ł Nacute Ń nacute ń Ncaron Ň ncaron ň Odblac Ő odblac ő OElig Œ oelig œ ' +
  'Racute Ŕ racute ŕ Rcaron Ř rcaron ř Sacute Ś sacute ś Scedil Ş scedil ş Scaron Š scaron š Tcedil Ţ tcedil ţ Tcaron Ť tcaron ť Umacr Ū umacr ū Uring Ů uring ů Udblac Ű udblac ű ' +
  'Uogon Ų uogon ų Yuml Ÿ Zacute Ź zacute ź Zdot Ż zdot ż Zcaron Ž zcaron ž fnof ƒ circ ˆ tilde ˜ caron ˇ ' +
  'Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω ' +
  'alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω ' +
  'ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € trade ™ ' +
  'larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ lArr ⇐ forall ∀ part ∂ empty ∅ nabla ∇ isin ∈ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ cap ∩ cup ∪ int ∫ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ ' +
  'spades ♠ clubs ♣ hearts ♥ diams ♦ check ✓ cross ✗ star ☆ starf ★ phone ☎ half ½ numero № copysr ℗ ohm Ω Ohm Ω commat @ num # percnt % lpar ( rpar ) plus + comma , period . sol / colon : semi ; equals = ' +
  'quest ? lsqb [ rsqb ] lowbar _ grave ` lcub { verbar | vert | rcub } dollar $ ast * excl ! bsol \\ hyphen ‐ dash ‐ horbar ― Tab \t NewLine \n';

const spaces: Readonly<Record<string, string>> = {
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  lrm: '\u200e',
  rlm: '\u200f',
};
const xml: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function build(): Record<string, string> {
  const table = Object.create(null) as Record<string, string>;
  for (const [index, name] of latin1.split(' ').entries()) table[name] = String.fromCodePoint(0xa0 + index);
  const words = others.split(' ');
  for (let index = 0; index + 1 < words.length; index += 2) table[words[index] ?? ''] = words[index + 1] ?? '';
  return Object.assign(table, spaces, xml);
}

export const htmlEntities: Readonly<Record<string, string>> = build();

const reference = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/gi;

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, name: string) => {
    if (name[0] !== '#') return htmlEntities[name] ?? whole;
    const isHex = name[1] === 'x' || name[1] === 'X';
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    const isCharacter =
      code >= 0x20 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : code === 9 || code === 10 || code === 13;
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** Others, like `<b>`, may be inside a word. */
const breaking =
  /^\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|img|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;
const unseen = /^(script|style|template|noscript|iframe|object|title)\b/i;
const tagStart = /[a-z/!?]/i;
const whitespace = /[\s\u00a0\u00ad\u200b\ufeff]+/g;

/** Escaped once more than needed, whole or in part. */
const characterData = /(?:<|&lt;)!\[CDATA\[|\]\](?:>|&gt;)/g;

/** HTML as text on one line; double escapes are decoded. Linear time. Not safe HTML: escape it. */
export function plainText(text: string): string {
  let plain = text.includes('CDATA[') ? text.replaceAll(characterData, ' ') : text;
  for (let pass = 0; pass < 2 && /[<&]/.test(plain); pass += 1) plain = decodeEntities(withoutTags(plain));
  return squeezed(plain);
}

export function plainCode(text: string): string {
  return decodeEntities(text).trim();
}

/** `'0012` and `="0012"` protect leading zeros in spreadsheets; scripts write `8590000041011.0`. */
export function codeOf(text: string): string {
  const code = plainCode(text).replace(/^(?:'(?=\d)|="?)(.*?)"?$/, '$1');
  return /^\d{8,14}\.0$/.test(code) ? code.slice(0, -2) : code;
}

function squeezed(text: string): string {
  if (!/[\s\u00a0\u00ad\u200b\ufeff]{2}|[\n\t\r\f\v\u00a0\u00ad\u200b\ufeff]/.test(text)) return text.trim();
  return text.replaceAll('\u00ad', '').replace(whitespace, ' ').trim();
}

function withoutTags(text: string): string {
  let result = '';
  let done = 0;
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', Math.max(done, open + 1))) {
    if (!tagStart.test(text[open + 1] ?? '')) continue;
    const end = endOfTag(text, open);
    if (end === -1) break;
    const isBreak = breaking.test(text.slice(open + 1, open + 13)) || text.startsWith('<!', open);
    result += text.slice(done, open) + (isBreak ? ' ' : '');
    done = end;
  }
  return result + text.slice(done);
}

/** After the tag, or the whole of an invisible element; -1 for text. */
function endOfTag(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open);
  const close = text.indexOf('>', open);
  if (close === -1) return -1;
  const name = unseen.exec(text.slice(open + 1, open + 12))?.[1];
  return name ? after(text, '>', endOfElement(text, name, close)) : close + 1;
}

function endOfElement(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}
