/** Whatever case letters have, the same: small first, so that `ẞ` is as `ß`, and large then, so that `ς` is as `σ`. */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** One of these stands in every text that a pattern is found in; null where nobody knows. */
type Required = readonly string[] | null;

/** Escapes and classes, groups, what repeats, and single letters. */
const tokens =
  /\\[pP]\{[^}]*\}|\\[pP].|\\x\{[^}]*\}|\\x..|\\[0-7]{1,3}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\.|[^\]\\])*\]|\(\?(?:P?<\w+>|:)|\(\??|[*+?]\??|\{\d*,?\d*\}\??|[\s\S]/gu;

/** `\Q` begins what is no expression, and after `(?` a flag may change what all of the rest means. */
const beyondUs = /\\[QEC]|\(\?(?!:|P?<\w)/;
const canBeLeftOut = /^(?:[*?]|\{0*[,}])/;
const repeats = /^(?:[*+?]|\{\d*,?\d*\})/;
const isLetter = /^[\p{L}\p{N} _-]$/u;
/** Letters that a required text has at least: one of them stands in too many queries to tell them apart. */
export const shortestRequired = 2;

const worthOf = (required: Required): number => (required === null ? 0 : Math.min(...required.map(({ length }) => length)));

/** Reads an expression of RE2, of which it asks only that it is one, for texts without which it isn't found anywhere. */
class Reader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(pattern: string) {
    this.#tokens = pattern.match(tokens) ?? [];
  }

  /** Up to the end of a group: what one branch requires, or another. */
  alternatives(): Required {
    const branches = [this.#branch()];
    while (this.#tokens[this.#place] === '|') {
      this.#place += 1;
      branches.push(this.#branch());
    }
    return branches.includes(null) ? null : branches.flatMap((required) => required ?? []);
  }

  /** Of all that a branch requires, what tells most texts apart. */
  #branch(): Required {
    let best: Required = null;
    let written = '';
    const keep = (required: Required) => {
      if (worthOf(required) > worthOf(best)) best = required;
    };
    const end = () => {
      if (written.length >= shortestRequired) keep([foldCase(written)]);
      written = '';
    };
    for (
      let token = this.#tokens[this.#place];
      token !== undefined && token !== '|' && token !== ')';
      token = this.#tokens[this.#place]
    ) {
      this.#place += 1;
      const repeat = (): string => this.#tokens[this.#place] ?? '';
      if (isLetter.test(token)) {
        if (!canBeLeftOut.test(repeat())) written += token;
        if (repeats.test(repeat())) end();
      } else if (token.startsWith('(')) {
        end();
        const required = this.alternatives();
        this.#place += 1;
        if (!canBeLeftOut.test(repeat())) keep(required);
      } else end();
    }
    end();
    return best;
  }
}

/** Texts, with their case folded, of which every text that the pattern is found in has at least one; null for a pattern without such. */
export const requiredTexts = (pattern: string): Required => (beyondUs.test(pattern) ? null : new Reader(pattern).alternatives());
