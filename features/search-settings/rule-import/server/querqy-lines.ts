import { type FileLine, linesOf } from './file-lines.ts';

/** A rule as it stands in the file. */
export interface QuerqyRule {
  /** Of its input, from 1. */
  readonly line: number;
  readonly input: string;
  /** Of a rule that replaces words; null for one with instructions. */
  readonly output: string | null;
  /** Its lines below the input, without properties and comments. */
  readonly body: readonly FileLine[];
}

interface Instruction {
  readonly line: number;
  readonly name: string;
  readonly weight: number | null;
  readonly text: string;
  readonly whole: string;
}

/** The rules of a text, in its order; none where it holds something else. */
export async function querqyRules(text: string): Promise<QuerqyRule[]> {
  const rules: (QuerqyRule & { readonly body: FileLine[] })[] = [];
  let isInProperties = false;
  for await (const { line, text: said } of linesOf(text)) {
    if (isInProperties || said.startsWith('@')) {
      const isBlock: boolean = isInProperties || said.startsWith('@{');
      isInProperties = isBlock && !said.endsWith('}@');
    } else if (!said.startsWith('#')) {
      const [input, output] = sidesOf(said);
      if (output === undefined) rules.at(-1)?.body.push({ line, text: said });
      else rules.push({ line, input, output: output === '' ? null : output, body: [] });
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

export const instructionsOf = (body: readonly FileLine[]): Instruction[] =>
  body.map(({ line, text: whole }) => {
    const [, name = '', inBrackets = '', text = ''] = instruction.exec(whole) ?? [];
    const weight = Number(inBrackets);
    const isWeight = inBrackets !== '' && Number.isFinite(weight);
    // `DECORATE(redirect): address` names what is added.
    const said = inBrackets === '' || isWeight ? text : `${inBrackets} ${text}`;
    return { line, name: name.toUpperCase(), weight: isWeight ? weight : null, text: said.trim(), whole };
  });
