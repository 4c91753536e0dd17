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

function* nodesIn(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* nodesIn(part);
}

function slimContract(code: string, program: unknown): string {
  const calls = [...nodesIn(program)].filter(
    ({ type, callee }) => type === 'CallExpression' && isNode(callee) && callee['name'] === 'endpoint',
  );
  const properties = calls.flatMap((call) => ((call['arguments'] as Node[])[1]?.['properties'] ?? []) as Node[]);
  const ignored = properties.filter(({ key }) => isNode(key) && ofServer.includes(String(key['name'])));
  return ignored.toReversed().reduce((text, { start, end }) => `${text.slice(0, start)}...0${text.slice(end)}`, code);
}

/** Removes what the console never reads: the server's side of contracts, HTTP statuses of errors, and names of components for development tools. */
export const slim = (): Plugin => ({
  name: 'slim',
  apply: 'build',
  transform: {
    filter: { id: /\.contract\.ts$|\/packages\/contract\/.+\.ts$|\/@mantine\/core\/esm\/.+\.mjs$/ },
    handler(code, id) {
      if (id.endsWith('/contract/errors.ts')) return { code: code.replaceAll(/\bstatus: \d+,/g, ''), map: null };
      const isOfMantine = id.endsWith('.mjs');
      return {
        code: isOfMantine ? code.replaceAll(/^\w+\.displayName = .*$/gm, '') : slimContract(code, this.parse(code)),
        map: null,
      };
    },
  },
});
