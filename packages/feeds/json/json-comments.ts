import { closingQuote } from '#contract/values/typed-number.ts';
import { readLimits } from '#feeds/limits.ts';

/** Only behind blanks and signs: `https://` behind an unclosed string is no comment. */
const sign = /"|(?<=^|[\s,[\]{}])\/(?:[/*]|$)/g;

function endOf(text: string, at: number, found: string): number {
  if (found === '//') return text.indexOf('\n', at);
  const last = found === '"' ? closingQuote(text, at + 1) : found === '/*' ? text.indexOf('*/', at + 2) : -1;
  return last === -1 ? -1 : last + (found === '"' ? 1 : 2);
}

/** `rest` is cut within a string or a comment. */
function split(text: string): { readonly plain: string; readonly rest: string } {
  let plain = '';
  let from = 0;
  for (;;) {
    sign.lastIndex = from;
    const found = sign.exec(text);
    if (!found) return { plain: plain + text.slice(from), rest: '' };
    const end = endOf(text, found.index, found[0]);
    if (end === -1) return { plain: plain + text.slice(from, found.index), rest: text.slice(found.index) };
    plain += text.slice(from, found[0] === '"' ? end : found.index);
    from = end;
  }
}

const ofString = (rest: string): string => (rest.startsWith('"') ? rest : '');

/** `head` may be cut anywhere, and may be no JSON. */
export function headWithoutComments(head: string): string {
  if (!/^\s*(?:\/[/*]|[[{])/.test(head)) return head;
  const { plain, rest } = split(head);
  return /^\s*[[{]/.test(plain) ? plain + ofString(rest) : head;
}

export async function* withoutComments(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const read = split(rest + piece);
    const isTooLong = read.rest.length > readLimits.maxRecordChars;
    rest = isTooLong ? '' : read.rest;
    yield isTooLong ? read.plain + read.rest : read.plain;
  }
  yield ofString(rest);
}
