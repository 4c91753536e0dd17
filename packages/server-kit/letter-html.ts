import type { Letter } from '#server-kit/mail.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('\n', '<br>');

/**
 * The text of a letter as HTML, for programs that show only that. It says nothing more, fetches nothing, and opens nothing but the link of
 * the letter, whatever names in it look like.
 */
export function letterHtml({ subject, text, link }: Pick<Letter, 'subject' | 'text' | 'link'>): string {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph === link ? `<a href="${escaped(link)}">${escaped(link)}</a>` : escaped(paragraph)}</p>`);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 sans-serif">${paragraphs.join('')}</body></html>`;
}
