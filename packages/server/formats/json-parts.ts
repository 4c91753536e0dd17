/** Elements of a top-level list, or text outside of such lists. */
export interface JsonPart {
  readonly text: string;
  /** Quoted, as in the text; null outside of lists. */
  readonly list: string | null;
}

const [quote = 0, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Parsed at once in under a millisecond. */
const partBytes = 64 * 1024;
/** Deeper JSON would overflow recursive work. */
const maximumDepth = 500;

/**
 * Splits a JSON document for parsing in parts: `{"collection":"x","items":[…]}` yields the text without the elements, and the
 * elements a few at a time. Only brackets, quotes and commas are read; whoever parses a part validates it. Throws
 * `SyntaxError` for unbalanced or too deep documents.
 */
export function* jsonParts(json: Buffer): Generator<JsonPart> {
  let [from, depth, isSplit] = [0, 0, false];
  let [list, name]: [string | null, string | null] = [null, null];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      const end = endOfText(json, at);
      if (depth === 1) name = json.toString('utf8', at, end + 1);
      at = end;
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maximumDepth) throw new SyntaxError('The document is nested too deeply.');
      if (byte === openList && depth === 2 && name !== null) {
        yield { text: json.toString('utf8', from, at + 1), list: null };
        [from, list, isSplit] = [at + 1, name, false];
      }
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
      if (depth === 1 && list !== null) {
        const text = json.toString('utf8', from, at);
        if (isSplit && text.trim() === '') throw new SyntaxError('A list ends with a comma.');
        yield { text, list };
        [from, list] = [at, null];
      }
    } else if (byte === comma) {
      if (depth === 1) name = null;
      if (depth === 2 && list !== null && at - from >= partBytes) {
        yield { text: json.toString('utf8', from, at), list };
        [from, isSplit] = [at + 1, true];
      }
    }
  }
  yield { text: json.toString('utf8', from), list: null };
}

/** Index of the closing quote; the document's end if there is none. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end !== -1; end = json.indexOf(quote, end + 1)) {
    let before = end;
    while (json[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
