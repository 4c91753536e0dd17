/** Equal for letters of either case: lower case first, so that `ẞ` equals `ß`, then upper case, so that `ς` equals `σ`. */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** Every match contains one of these texts; null if that isn't known. */
type Required = readonly string[] | null;

const tokens =
  /\\[pP]\{[^}]*\}|\\[pP].|\\x\{[^}]*\}|\\x..|\\[0-7]{1,3}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\.|[^\]\\])*\]|\(\?(?:P?<\w+>|:)|\(\??|[*+?]\??|\{\d*,?\d*\}\??|[\s\S]/gu;

/** `\Q` starts literal text, and a flag after `(?` may change the meaning of everything that follows. */
const beyondUs = /\\[QEC]|\(\?(?!:|P?<\w)/;
const canBeLeftOut = /^(?:[*?]|\{0*[,}])/;
const repeats = /^(?:[*+?]|\{\d*,?\d*\})/;
const isLetter = /^[\p{L}\p{N} _-]$/u;
/** The least length of a required text: a single letter is in too many queries. */
export const shortestRequired = 2;

const worthOf = (required: Required): number => (required === null ? 0 : Math.min(...required.map(({ length }) => length)));

/** Reads a valid RE2 expression for the texts that every match must contain. */
class Reader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(pattern: string) {
    this.#tokens = pattern.match(tokens) ?? [];
  }

  /** Reads up to the end of a group: a match has a text of one of its branches. */
  alternatives(): Required {
    const branches = [this.#branch()];
    while (this.#tokens[this.#place] === '|') {
      this.#place += 1;
      branches.push(this.#branch());
    }
    return branches.includes(null) ? null : branches.flatMap((required) => required ?? []);
  }

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

/** Texts in folded case, one of which every match contains; null if the pattern requires none. */
export const requiredTexts = (pattern: string): Required => (beyondUs.test(pattern) ? null : new Reader(pattern).alternatives());
