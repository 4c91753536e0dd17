import { withoutTags } from '#engine/analysis/plain-text.ts';

const ellipsis = '…';
/** Most HTML has fewer letters of tags than this for each of its text. */
const tagShare = 8;

/**
 * A text of at most so many characters, cut between words where it has any, with an ellipsis for what is missing. HTML that is cut loses its
 * tags, since half of them would be left open.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const plain = text.includes('<') ? textOf(text, maxLength) : text;
  if (plain.length <= maxLength) return plain;
  const room = maxLength - ellipsis.length;
  const part = plain.slice(0, room);
  const words = /\s/.test(plain.charAt(room)) ? part : part.replace(/\s\S*$/u, '');
  return `${words.replace(/[\s\p{Pd},:.]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}${ellipsis}`;
}

/** The text of HTML, or more of it than is wanted: a long description isn't read to its end for its first words. */
function textOf(html: string, wanted: number): string {
  for (let length = wanted * tagShare; ; length *= 2) {
    const isWhole = length >= html.length;
    const part = isWhole ? html : html.slice(0, length).replace(/<[^<>]*$/, '');
    const text = withoutTags(part).replaceAll(/\s+/g, ' ').trim();
    if (isWhole || text.length > wanted) return text;
  }
}
