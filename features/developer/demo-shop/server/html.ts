/** Text that is HTML already. Anything else that is put into a page is written as the text that it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | null | false;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function written(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escaped(String(part));
}

/** A template whose values stand between tags, or between quotes as a whole attribute. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + (at < parts.length ? written(parts[at] ?? null) : '')).join(''));

/** An address that a page may lead to or load from: of the web, or of this server. Anything else, such as a script, is none. */
export function safeAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (/^\/(?![/\\])/.test(address)) return address;
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
