import { decodeEntities } from './html-entities.ts';

/** Others, like `<b>`, may be inside a word. */
const breaking =
  /^\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|img|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;
const unseen = /^(script|style|template|noscript|iframe|object|title)\b/i;
const tagStart = /[a-z/!?]/i;
const whitespace = /[\s\u00a0\u00ad\u200b\ufeff]+/g;

/** HTML as text on one line; double escapes are decoded. Linear time. Not safe HTML: escape it. */
export function plainText(text: string): string {
  let plain = text;
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
