import type { Found, Fragment, SearchAnswer } from '#clients/javascript/search-types.ts';
import type { HighlightResult, HighlightResults, Hit, SearchParams } from './algolia-types.ts';

/** Tags around matched words, and the snippet's length in words. */
interface Marking {
  readonly before: string;
  readonly after: string;
  readonly wordCount: number;
}

/** Hits with `objectID` and marked texts. */
export function hitsOf({ items, highlights = {}, missing_words: missing = {} }: SearchAnswer, params: SearchParams): Hit[] {
  const marking = {
    before: params.highlightPreTag ?? '<em>',
    after: params.highlightPostTag ?? '</em>',
    wordCount: (params.query ?? '').split(/\s+/).filter(Boolean).length,
  };
  return items.map((item) => {
    const hit = hitOf(item, highlights[item.id] ?? {}, marking);
    const words = missing[item.id];
    return words === undefined ? hit : { ...hit, _missingWords: words };
  });
}

function hitOf(item: Found, highlights: Readonly<Record<string, Fragment[]>>, marking: Marking): Hit {
  const highlighted: HighlightResults = {};
  const snippets: HighlightResults = {};
  for (const [field, value] of Object.entries(item)) {
    const fragments = (highlights[field] ?? []).map(readFragment);
    if (isText(value)) {
      highlighted[field] = markedText(String(value), fragments, marking);
      snippets[field] = fragments.length > 0 ? snippetOf(fragments, marking) : highlighted[field];
    } else if (Array.isArray(value) && value.every(isText)) {
      highlighted[field] = value.map((one) =>
        markedText(
          String(one),
          fragments.filter((piece) => isOf(piece, String(one))),
          marking,
        ),
      );
      snippets[field] = highlighted[field];
    }
  }
  return { ...item, objectID: item.id, _highlightResult: highlighted, _snippetResult: snippets };
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

interface Piece {
  readonly parts: Fragment;
  readonly text: string;
  /** Cut from a longer text. */
  readonly isCut: boolean;
}

const ellipsis = '…';

function readFragment(fragment: Fragment): Piece {
  const isCutBefore = fragment[0]?.text.startsWith(ellipsis) === true;
  const isCutAfter = fragment.at(-1)?.text.endsWith(ellipsis) === true;
  const parts = fragment.map((part, place) => {
    const start = isCutBefore && place === 0 ? 1 : 0;
    const end = isCutAfter && place === fragment.length - 1 ? -1 : undefined;
    return { ...part, text: part.text.slice(start, end) };
  });
  return { parts, text: parts.map(({ text }) => text).join(''), isCut: isCutBefore || isCutAfter };
}

const isOf = ({ text, isCut }: Piece, whole: string): boolean => (isCut ? whole.includes(text) : whole === text);

/** Tags and entities of feeds are plain text here and stay escaped. */
function markedText(text: string, pieces: readonly Piece[], marking: Marking): HighlightResult {
  const [first] = pieces;
  if (first !== undefined && !first.isCut) return resultOf(tagged(first.parts, marking), [first], marking);
  const found: Piece[] = [];
  let value = '';
  let end = 0;
  for (const piece of pieces) {
    const start = text.indexOf(piece.text, end);
    if (start < 0) continue;
    found.push(piece);
    value += text.slice(end, start) + tagged(piece.parts, marking);
    end = start + piece.text.length;
  }
  return resultOf(value + text.slice(end), found, marking);
}

const tagged = (parts: Fragment, { before, after }: Marking): string =>
  parts.map(({ text, is_match: isMatch }) => (isMatch ? before + text + after : text)).join('');

/** Fragments of a long text that match. */
const snippetOf = (pieces: readonly Piece[], marking: Marking): HighlightResult =>
  resultOf(pieces.map(({ parts, isCut }) => tagged(parts, marking) + (isCut ? ellipsis : '')).join(' '), pieces, marking);

function resultOf(value: string, pieces: readonly Piece[], { wordCount }: Marking): HighlightResult {
  const matches = pieces.flatMap(({ parts }) => parts.filter((part) => part.is_match));
  const matchedWords = [...new Set(matches.map(({ text }) => text.toLowerCase()))];
  const isFull = matchedWords.length >= wordCount;
  return { value, matchLevel: matchedWords.length === 0 ? 'none' : isFull ? 'full' : 'partial', matchedWords };
}
