import type { Letter } from '#server-kit/mail.ts';

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type Linked = Pick<Letter, 'link' | 'moreLinks' | 'headings'>;

/**
 * The text of a letter as HTML, for programs that show only that. It says nothing more, fetches nothing, and opens nothing but the links of
 * the letter, whatever names in it look like.
 */
export function letterHtml({ subject, text, ...linked }: Pick<Letter, 'subject' | 'text'> & Linked): string {
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${paragraphHtml(paragraph.split('\n'), linked)}</p>`);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 sans-serif">${paragraphs.join('')}</body></html>`;
}

const anchor = (address: string, words: string): string => `<a href="${escaped(address)}">${escaped(words)}</a>`;

/** An address below a line opens from the words of that line. */
function paragraphHtml(lines: readonly string[], { link, moreLinks = [], headings = [] }: Linked): string {
  const addresses = new Set(moreLinks);
  if (lines.length === 1 && lines[0] === link) return anchor(link, link);
  return lines
    .flatMap((line, at) => {
      const next = lines[at + 1];
      if (addresses.has(line)) return [];
      if (next !== undefined && addresses.has(next)) return [anchor(next, line)];
      return [at === 0 && headings.includes(line) ? `<strong>${escaped(line)}</strong>` : escaped(line)];
    })
    .join('<br>');
}
