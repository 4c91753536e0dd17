import { maximumRuleFileEntries } from '#contract/limits.ts';
import { fail } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';

export interface FileLine {
  /** From 1. */
  readonly line: number;
  /** Without white space around it. */
  readonly text: string;
}

/** Entries are read before anything is known of them. Throws `tooManyFileRows`. */
export function refuseMany(count: number): void {
  if (count > maximumRuleFileEntries) throw fail('tooManyFileRows', { max: maximumRuleFileEntries });
}

/** The lines of a text that say something, one after the other: a file of millions is refused before they are all taken apart. */
export async function* linesOf(text: string): AsyncGenerator<FileLine> {
  const breathe = inSlices();
  const end = /\r\n|\n|\r|$/g;
  let count = 0;
  for (let [line, from] = [1, 0]; from <= text.length; line += 1) {
    await breathe();
    end.lastIndex = from;
    const found = end.exec(text);
    const to = found?.index ?? text.length;
    const said = text.slice(from, to).trim();
    if (said !== '') {
      refuseMany((count += 1));
      yield { line, text: said };
    }
    from = to + (found?.[0].length || 1);
  }
}
