/** A part of a JSON document: elements of a list that stands right in the document's object, or some of what is none. */
export interface JsonPart {
  readonly text: string;
  /** The name of the list as it is written, in quotes; null for what is no list. */
  readonly list: string | null;
}

const [quote = 0, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Whoever parses a part has to do so much at once, which takes less than a millisecond. */
const partBytes = 64 * 1024;
/** Nothing that is meant for us is nested so deeply, and recursive work on it would end in the middle. */
const maximumDepth = 500;

/**
 * Takes a JSON document apart, to be parsed bit by bit: `{"collection":"x","items":[…]}` is the text without the elements, and the elements
 * a few at a time, without the commas between. It looks at brackets, quotes and commas alone; whoever parses a part finds what is wrong
 * with it. Throws `SyntaxError` where it can't be seen in a part, and for a document that is nested too deeply.
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

/** Where the closing quote of a text stands; behind the document where there is none. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end !== -1; end = json.indexOf(quote, end + 1)) {
    let before = end;
    while (json[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
