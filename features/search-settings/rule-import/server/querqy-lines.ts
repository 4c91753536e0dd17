/** A rule as it stands in the file. */
export interface QuerqyRule {
  /** Of its input, from 1. */
  readonly line: number;
  readonly input: string;
  /** Of a rule that replaces words; null for one with instructions. */
  readonly output: string | null;
  /** Its lines below the input, without properties and comments. */
  readonly body: readonly BodyLine[];
}

interface BodyLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface Instruction {
  readonly line: number;
  readonly name: string;
  readonly weight: number | null;
  readonly text: string;
  /** As it stands there. */
  readonly whole: string;
}

/** The rules of a text, in its order; none where it holds something else. */
export function querqyRules(text: string): QuerqyRule[] {
  const rules: (QuerqyRule & { readonly body: BodyLine[] })[] = [];
  let isInProperties = false;
  for (const [at, full] of text.split(/\r\n|\n|\r/).entries()) {
    const line = full.trim();
    if (isInProperties || line.startsWith('@')) {
      const isBlock: boolean = isInProperties || line.startsWith('@{');
      isInProperties = isBlock && !line.endsWith('}@');
    } else if (line !== '' && !line.startsWith('#')) {
      const [input, output] = sidesOf(line);
      if (output === undefined) rules.at(-1)?.body.push({ line: at + 1, text: line });
      else rules.push({ line: at + 1, input, output: output === '' ? null : output, body: [] });
    }
  }
  return rules;
}

/** Of an arrow; one side where there is none. An instruction may hold an arrow, too. */
function sidesOf(line: string): [string, string | undefined] {
  const at = instruction.test(line) ? -1 : line.indexOf('=>');
  return at === -1 ? [line, undefined] : [line.slice(0, at).trim(), line.slice(at + 2).trim()];
}

const instruction = /^(SYNONYM|UP|DOWN|FILTER|DELETE|DECORATE)\b\s*(?:\(([^)]*)\))?\s*:?\s*(.*)$/i;

export const instructionsOf = (body: readonly BodyLine[]): Instruction[] =>
  body.map(({ line, text: whole }) => {
    const [, name = '', inBrackets = '', text = ''] = instruction.exec(whole) ?? [];
    const weight = Number(inBrackets);
    const isWeight = inBrackets !== '' && Number.isFinite(weight);
    // `DECORATE(redirect): address` names what is added.
    const said = inBrackets === '' || isWeight ? text : `${inBrackets} ${text}`;
    return { line, name: name.toUpperCase(), weight: isWeight ? weight : null, text: said.trim(), whole };
  });
