import { queryAfter, type AnchoredQuery, fixitFor, redirectTo } from './query-edits.ts';
import {
  type ForeignFile,
  type ForeignRow,
  type Loss,
  lost,
  nothingTaken,
  type Shop,
  type Taken,
  type TakenEntry,
  oneWay,
} from './foreign-rules.ts';
import { inSlices } from '#server/base/slices.ts';
import { type FileLine, linesOf } from './foreign-values.ts';

interface QuerqyRule {
  /** From 1. */
  readonly line: number;
  readonly input: string;
  /** null for a rule with instructions. */
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

async function querqyRules(text: string): Promise<QuerqyRule[]> {
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

/** The sides of an arrow. Instructions may contain one, too. */
function sidesOf(line: string): [string, string | undefined] {
  const at = instruction.test(line) ? -1 : line.indexOf('=>');
  return at === -1 ? [line, undefined] : [line.slice(0, at).trim(), line.slice(at + 2).trim()];
}

const instruction = /^(SYNONYM|UP|DOWN|FILTER|DELETE|DECORATE)\b\s*(?:\(([^)]*)\))?\s*:?\s*(.*)$/i;

const instructionsOf = (body: readonly FileLine[]): Instruction[] =>
  body.map(({ line, text: whole }) => {
    const [, name = '', inBrackets = '', text = ''] = instruction.exec(whole) ?? [];
    const weight = Number(inBrackets);
    const isWeight = inBrackets !== '' && Number.isFinite(weight);
    // `DECORATE(redirect): address` names what is added.
    const said = inBrackets === '' || isWeight ? text : `${inBrackets} ${text}`;
    return { line, name: name.toUpperCase(), weight: isWeight ? weight : null, text: said.trim(), whole };
  });

/** A `rules.txt` of querqy, which SMUI writes, too; or its `replace-rules.txt`. */
export async function readQuerqy(text: string, shop: Shop): Promise<ForeignFile | null> {
  const rules = await querqyRules(text);
  if (rules.length === 0) return null;
  const breathe = inSlices();
  const entries: TakenEntry[] = [];
  for (const rule of rules) {
    await breathe();
    entries.push({ line: rule.line, entry: rule.input, ...takenOf(rule, shop) });
  }
  return { services: ['querqy'], pages: [], entries };
}

function takenOf({ input, output, body }: QuerqyRule, shop: Shop): Taken {
  if (output !== null) return replaced(input, output);
  const query = inputOf(input);
  if ('reason' in query) return nothingTaken(query);
  const losses: Loss[] = [];
  const rows: ForeignRow[] = [];
  const synonyms: Record<2 | 3, string[]> = { 2: [], 3: [] };
  for (const { line, name, weight, text, whole } of instructionsOf(body)) {
    const own: Loss[] = [];
    if (name === 'SYNONYM' && weight !== null && weight > 1) own.push(lost('weight', whole));
    if (name === 'SYNONYM') synonyms[weight !== null && weight < 1 ? 3 : 2].push(text);
    else if (name === 'UP' || name === 'DOWN') own.push(lost('ranking', whole));
    else if (name === 'FILTER') own.push(lost('filter', whole));
    else if (name === 'DELETE') take(deleted(query, text), rows, own);
    else if (name === 'DECORATE') take(decorated(query, text, shop), rows, own);
    else own.push(lost('unknownEntry', whole));
    losses.push(...own.map((loss) => ({ ...loss, line })));
  }
  for (const type of [2, 3] as const)
    if (synonyms[type].length > 0) take(oneWay(query.query, synonyms[type], type), rows, losses);
  const isWidened = query.anchor !== 'contains' && rows.some(({ kind }) => kind === 'synonyms');
  if (isWidened) losses.push(lost('wholeQuery', input));
  if (rows.length === 0 && losses.length === 0) losses.push(lost('nothing', input));
  return { rows, losses };
}

function take(taken: Taken, rows: ForeignRow[], losses: Loss[]): void {
  rows.push(...taken.rows);
  losses.push(...taken.losses);
}

/** `a; b => c`: what is typed instead of a word that people mean. Here it finds what the word finds. */
function replaced(input: string, output: string): Taken {
  const taken = input
    .split(';')
    .map((term) => (/\*/.test(term) ? nothingTaken(lost('wildcard', term.trim())) : oneWay(term.trim(), [output])));
  return { rows: taken.flatMap(({ rows }) => rows), losses: taken.flatMap(({ losses }) => losses) };
}

/** Quotes stand for the beginning and the end of a query. */
function inputOf(input: string): AnchoredQuery | Loss {
  if (/(?<!\\)\*/.test(input)) return lost('wildcard', input);
  if (/(?:^|\s)(?:AND|OR|NOT)\s|[()]/.test(input)) return lost('condition', input);
  const [isStart, isEnd] = [input.startsWith('"'), input.length > 1 && input.endsWith('"')];
  const query = input
    .slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
    .replaceAll(/\\(.)/g, '$1')
    .trim();
  if (query === '') return lost('noQuery', input);
  return { query, anchor: isStart && isEnd ? 'is' : isStart ? 'startsWith' : isEnd ? 'endsWith' : 'contains' };
}

function deleted(query: AnchoredQuery, text: string): Taken {
  const after = queryAfter(query, { remove: [text === '' ? query.query : text] });
  if ('reason' in after) return nothingTaken(lost(after.reason, `DELETE: ${text}`));
  if ('ignored' in after) return { rows: [{ kind: 'stopwords', value: after.ignored, name: '' }], losses: [] };
  return { rows: [fixitFor(query, after.to, { is_active: true })], losses: [] };
}

function decorated(query: AnchoredQuery, text: string, shop: Shop): Taken {
  const [, address] = /^redirect[\s,:]+(\S+)$/i.exec(text) ?? [];
  if (address === undefined) return nothingTaken(lost('answer', text));
  const target = redirectTo(address, shop);
  return 'loss' in target ? nothingTaken(target.loss) : { rows: [fixitFor(query, target.to, { is_active: true })], losses: [] };
}
