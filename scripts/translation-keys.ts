/** An English sentence; with `count` it has plural forms. */
export interface Sentence {
  readonly text: string;
  readonly isPlural: boolean;
}

export interface SentencesInSource {
  readonly sentences: readonly Sentence[];
  /** Calls with a computed text, which can't be translated. */
  readonly unreadable: readonly string[];
}

/** Whole lines only: `/*` also occurs in texts such as `accept="image/*"`. */
const comment = /^\s*(?:\{?\/\*.*?\*\/\}?|\/\/[^\n]*)/gms;
const countValue = /(?<![.\w])count\b/;

/** Finds `t('…')`, `t(isNew ? '…' : '…')`, `msg('…')` and `i18nKey="…"` in the text of a TypeScript file. */
export function sentencesIn(sourceWithComments: string): SentencesInSource {
  const source = sourceWithComments.replaceAll(comment, '');
  const sentences: Sentence[] = [];
  const unreadable: string[] = [];
  for (const { index, 0: opening } of source.matchAll(/(?<![\w.$])(?:t|msg)\(/g)) {
    const call = readCall(source, index + opening.length);
    const isPlural = countValue.test(call.otherArguments);
    for (const text of call.texts) sentences.push({ text, isPlural });
    if (call.isComposed) unreadable.push(source.slice(index, index + 60));
  }
  for (const [, text] of source.matchAll(/\bi18nKey="([^"]+)"/g))
    if (text !== undefined) sentences.push({ text, isPlural: false });
  return { sentences, unreadable };
}

interface Call {
  readonly texts: readonly string[];
  readonly otherArguments: string;
  readonly isComposed: boolean;
}

const stringOrBracket = /(['"`])((?:\\.|(?!\1)[^\\])*)\1|[()[\]{},]/gsy;

function readCall(source: string, start: number): Call {
  const texts: string[] = [];
  let [depth, position, firstEnd, isComposed] = [1, start, -1, false];
  while (depth > 0 && position < source.length) {
    stringOrBracket.lastIndex = position;
    const match = stringOrBracket.exec(source);
    if (match === null) {
      position += 1;
      continue;
    }
    const [token, quote, body] = match;
    if (quote === undefined) depth += '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0;
    if (token === ',' && depth === 1 && firstEnd < 0) firstEnd = position;
    if (quote !== undefined && depth === 1 && firstEnd < 0 && !isCompared(source, start, position)) {
      if (isComposedText(source, position, stringOrBracket.lastIndex, token)) isComposed = true;
      else texts.push(unescaped(body ?? ''));
    }
    position = stringOrBracket.lastIndex;
  }
  return { texts, otherArguments: firstEnd < 0 ? '' : source.slice(firstEnd, position), isComposed };
}

/** In `t(kind === 'new' ? …)` the first text is a comparison. */
const isCompared = (source: string, start: number, position: number): boolean =>
  /[!=]==?\s*$/.test(source.slice(start, position));

const isComposedText = (source: string, start: number, end: number, token: string): boolean =>
  (token.startsWith('`') && token.includes('${')) || /^\s*\+/.test(source.slice(end)) || /\+\s*$/.test(source.slice(0, start));

const unescaped = (body: string): string =>
  body
    .replaceAll(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/gs, (_escape, character: string) => (character === 'n' ? '\n' : character));
