import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml';
import type { ReadYaml, YamlMap, YamlPlace, YamlProblem, YamlValue } from './yaml-values.ts';

/** Files of a project are 9 deep at most. */
const maximumDepth = 16;
const toldProblems = 20;
/** 50,000 rules have 350,000. Each takes some 400 bytes of memory, and a megabyte may hold a million. */
const maximumTokens = 600_000;

/** YAML 1.2 as plain values. Refuses what makes a small text large, what is no value, and names that stand twice. */
export function readYaml(text: string): ReadYaml {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) tokens += 1;
  if (tokens > maximumTokens)
    return { problems: [{ path: '', line: 1, code: 'fileTooLarge', parameters: { limit: '600,000 YAML tokens' } }] };
  const lines = new LineCounter();
  // Names that stand twice are found below: the library compares each with each.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, stringKeys: true });
  const [mistake] = document.errors;
  if (mistake) {
    const isDeep = mistake.code === 'RESOURCE_EXHAUSTION';
    const { line } = lines.linePos(mistake.pos[0]);
    const code = isDeep ? 'fileTooDeep' : 'fileNotYaml';
    return { problems: [{ path: '', line, code, parameters: isDeep ? {} : { words: mistake.message } }] };
  }
  const reader = new Reader(lines);
  const value = reader.valueOf(document.contents, '', 0);
  return reader.problems.length > 0 ? { problems: reader.problems.slice(0, toldProblems) } : { value, places: reader.places };
}

class Reader {
  readonly places = new Map<string, YamlPlace>();
  readonly problems: YamlProblem[] = [];
  readonly #lines: LineCounter;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  #refuse(path: string, line: number, code: YamlProblem['code'], parameters: YamlProblem['parameters'] = {}): null {
    this.problems.push({ path, line, code, parameters });
    return null;
  }

  #lineOf(node: Node | null): number {
    return node?.range ? this.#lines.linePos(node.range[0]).line : 1;
  }

  /** `line` is that of its name: people look for that, not for what stands below it. */
  valueOf(node: Node | null, path: string, depth: number, line = this.#lineOf(node)): YamlValue {
    this.places.set(path, { line });
    if (node === null) return null;
    if (depth > maximumDepth) return this.#refuse(path, line, 'fileTooDeep');
    if (isAlias(node) || node.anchor !== undefined) return this.#refuse(path, line, 'fileAlias');
    if (node.tag !== undefined) return this.#refuse(path, line, 'fileTag', { tag: node.tag });
    if (isMap(node)) return this.#mapOf(node.items, path, depth);
    if (isSeq(node)) return node.items.map((item, at) => this.valueOf(item as Node | null, join(path, String(at)), depth + 1));
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string') return value;
    if (isScalar(node) && node.source !== undefined) this.places.set(path, { line, typed: node.source });
    return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  #mapOf(items: readonly { key: unknown; value: unknown }[], path: string, depth: number): YamlMap {
    const map = new Map<string, YamlValue>();
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : '';
      const at = join(path, name);
      const line = this.#lineOf(key as Node);
      if (isAlias(key) || (isScalar(key) && key.anchor !== undefined)) this.#refuse(at, line, 'fileAlias');
      else if (map.has(name)) this.#refuse(at, line, 'fileKeyTwice', { key: name });
      else map.set(name, this.valueOf(value as Node | null, at, depth + 1, line));
    }
    // Names such as `__proto__` are names like any others.
    return Object.fromEntries(map);
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
