import { Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml';
import type { ReadYaml, YamlMap, YamlPlace, YamlProblem, YamlTask, YamlValue } from './yaml-process.ts';
import { answerOneTask } from '#process-kit/one-task.ts';

/** A project file is 9 deep at most. */
const maximumDepth = 16;
const mostProblems = 20;
/** 400 bytes of memory each; 50,000 rules have 350,000. */
const maximumTokens = 600_000;

answerOneTask<YamlTask>((task) =>
  Promise.resolve(task.kind === 'read' ? readYaml(task.text) : writeYaml(task.value, task.comment)),
);

/** The same value always gives the same text, with an entry on each line. */
export function writeYaml(value: unknown, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = comment;
  return document.toString({ lineWidth: 0 });
}

/** Plain values of YAML 1.2. Refuses aliases, tags and duplicate keys. */
export function readYaml(text: string): ReadYaml {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) tokens += 1;
  if (tokens > maximumTokens)
    return { problems: [{ path: '', line: 1, code: 'fileTooLarge', parameters: { limit: '600,000 YAML tokens' } }] };
  const lines = new LineCounter();
  // The library finds duplicate keys in quadratic time.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, stringKeys: true });
  const [mistake] = document.errors;
  if (mistake) {
    const isDeep = mistake.code === 'RESOURCE_EXHAUSTION';
    const { line } = lines.linePos(mistake.pos[0]);
    const code = isDeep ? 'fileTooDeep' : 'fileNotYaml';
    return { problems: [{ path: '', line, code, parameters: isDeep ? {} : { words: mistake.message } }] };
  }

  const places = new Map<string, YamlPlace>();
  const problems: YamlProblem[] = [];
  const value = valueOf(document.contents, '', 0);
  return problems.length > 0 ? { problems: problems.slice(0, mostProblems) } : { value, places };

  function refuse(path: string, line: number, code: YamlProblem['code'], parameters: YamlProblem['parameters'] = {}): null {
    problems.push({ path, line, code, parameters });
    return null;
  }

  function lineOf(node: Node | null): number {
    return node?.range ? lines.linePos(node.range[0]).line : 1;
  }

  /** Problems are reported on the line of the key. */
  function valueOf(node: Node | null, path: string, depth: number, line = lineOf(node)): YamlValue {
    places.set(path, { line });
    if (node === null) return null;
    if (depth > maximumDepth) return refuse(path, line, 'fileTooDeep');
    if (isAlias(node) || node.anchor !== undefined) return refuse(path, line, 'fileAlias');
    if (node.tag !== undefined) return refuse(path, line, 'fileTag', { tag: node.tag });
    if (isMap(node)) return mapOf(node.items, path, depth);
    if (isSeq(node)) return node.items.map((item, at) => valueOf(item as Node | null, join(path, String(at)), depth + 1));
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string') return value;
    if (isScalar(node) && node.source !== undefined) places.set(path, { line, typed: node.source });
    return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  function mapOf(items: readonly { key: unknown; value: unknown }[], path: string, depth: number): YamlMap {
    const map = new Map<string, YamlValue>();
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : '';
      const at = join(path, name);
      const line = lineOf(key as Node);
      if (isAlias(key) || (isScalar(key) && key.anchor !== undefined)) refuse(at, line, 'fileAlias');
      else if (map.has(name)) refuse(at, line, 'fileKeyTwice', { key: name });
      else map.set(name, valueOf(value as Node | null, at, depth + 1, line));
    }
    return Object.fromEntries(map);
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
