import type { Plugin } from 'vite';

/** For the server and the API page. */
const ofServer = ['output', 'beside', 'summary', 'notice', 'errors', 'example', 'aliases', 'bodyLimitBytes', 'version', 'file'];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Functions run later, so what they call may have effects. */
function* nodesIn(value: unknown, hasFunctions = true): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value !== 'object' || value === null || (!hasFunctions && isNode(value) && value.type.includes('Function'))) return;
  for (const part of Object.values(value)) yield* nodesIn(part, hasFunctions);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The server's properties of endpoints. */
function ignoredIn(program: unknown): Edit[] {
  const calls = [...nodesIn(program)].filter(
    ({ type, callee }) => type === 'CallExpression' && isNode(callee) && callee['name'] === 'endpoint',
  );
  const properties = calls.flatMap((call) => ((call['arguments'] as Node[])[1]?.['properties'] ?? []) as Node[]);
  const ignored = properties.filter(({ key }) => isNode(key) && ofServer.includes(String(key['name'])));
  return ignored.map(({ start, end }) => ({ start, end, text: '...0' }));
}

/** Contracts only declare, so what no screen uses goes: bundlers can't know that a call has no effect. */
function pureIn(program: Node): Edit[] {
  const statements = (program['body'] as Node[]).map((one) => (isNode(one['declaration']) ? one['declaration'] : one));
  const declared = statements.flatMap((one) => (one.type === 'VariableDeclaration' ? (one['declarations'] as Node[]) : []));
  const calls = declared.flatMap(({ init }) => [...nodesIn(init, false)].filter(({ type }) => type === 'CallExpression'));
  return [...new Set(calls.map(({ start }) => start))].map((start) => ({ start, end: start, text: '/* @__PURE__ */ ' }));
}

function slimContract(code: string, program: unknown): string {
  const ignored = ignoredIn(program);
  const isKept = ({ start: at }: Edit): boolean => ignored.every(({ start, end }) => at < start || at >= end);
  return [...ignored, ...pureIn(program as Node).filter(isKept)]
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: changed }) => text.slice(0, start) + changed + text.slice(end), code);
}

/** Mantine's renders each control a second time, for ids without colons; those of React have none. */
const useId = `import { useId as useReactId } from 'react';
export function useId(own) {
  const id = useReactId();
  return typeof own === 'string' ? own : id;
}`;

/** Names and keys that only the development build of React reads, and an accidental statement of each icon. */
const ofDevelopment = /^\w+\.displayName = .*$|^__iconData\.node;$|,\s*key: "\w+"(?=\s*\})/gm;

const transforms: readonly (readonly [file: RegExp, slim: (code: string, parse: (code: string) => unknown) => string])[] = [
  [/\/packages\/contract\/errors\.ts$/, (code) => code.replaceAll(/\bstatus: \d+,/g, '')],
  [/\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/, () => useId],
  [/\.contract\.ts$|\/packages\/contract\/.+\.ts$/, (code, parse) => slimContract(code, parse(code))],
  [/\/(?:@mantine\/core\/esm|lucide-react\/dist\/esm\/icons)\/.+\.mjs$/, (code) => code.replaceAll(ofDevelopment, '')],
];

/** Removes what the built console never reads. */
export const slim = (): Plugin => ({
  name: 'slim',
  apply: 'build',
  transform: {
    filter: { id: transforms.map(([file]) => file) },
    handler(code, id) {
      const [, change] = transforms.find(([file]) => file.test(id))!;
      return { code: change(code, (text) => this.parse(text)), map: null, moduleSideEffects: false };
    },
  },
});
