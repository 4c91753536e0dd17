import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSources } from './house-shape.ts';

interface Rule {
  readonly of: RegExp;
  /** Matched against a path from the root, `node:fs` or the name of an npm package. A folder's own files are always allowed. */
  readonly may?: RegExp;
  readonly mayNot?: RegExp;
  readonly message: string;
}

const contracts = String.raw`features\/.+\.contract\.ts$|packages\/contract\/|packages\/feeds\/feed-texts\.ts$|zod`;

/** A file obeys all that match it. */
const rules: readonly Rule[] = [
  { of: /^packages\/contract\//, may: /^zod/, message: 'The contract imports zod alone.' },
  { of: /^packages\/process-kit\//, may: /^node:/, message: 'The process kit imports Node alone.' },
  {
    of: /^packages\/engine\//,
    may: /^(?:packages\/(?:contract|process-kit|opensearch)\/|node:|multilingual-stemmer|re2js|stopword|lru-cache)/,
    message: 'The engine imports the contract, the process kit and what it analyses text with.',
  },
  {
    of: /^packages\/opensearch\//,
    may: /^(?:packages\/(?:contract|process-kit|engine)\/|node:|lru-cache|undici)/,
    mayNot: /^packages\/engine\/(?:search|live)\//,
    message: 'The OpenSearch adapter imports the port, the plan, the analysis and its driver.',
  },
  {
    of: /^packages\/feeds\//,
    may: /^(?:packages\/contract\/|node:|csv-parse|eld|ipaddr\.js|saxes|stream-json|undici)/,
    message: 'Feeds import the contract and their parsers.',
  },
  {
    of: /^packages\/sample-shop\//,
    may: /^(?:packages\/contract\/|node:)/,
    message: 'The sample shop imports the contract alone.',
  },
  { of: /^packages\/clients\//, may: /^$/, message: 'Clients run in pages and servers of shops: no packages.' },
  {
    of: /^packages\/plugin\//,
    may: /^(?:packages\/contract\/|preact)/,
    message: "The plugin runs in a shop's page: it imports the contract and Preact alone.",
  },
  {
    of: /^packages\/server\//,
    mayNot: /^(?:apps|features)\/|^packages\/(?!server|contract|process-kit|engine)|^packages\/engine\/(?:search|live|testing)\//,
    message: 'The server package imports the contract and the engine without its adapters, never a feature.',
  },
  {
    of: /^packages\/ui\//,
    mayNot: /^(?:apps|features)\/|^packages\/(?!ui|contract)|^(?:node:|kysely|fastify|@fastify)/,
    message: 'The ui package imports the contract, never the server or a feature.',
  },
  {
    of: /^features\/.+\.contract\.ts$/,
    may: new RegExp(`^(?:${contracts})`),
    message: 'A contract imports contracts, texts of feeds and zod.',
  },
  {
    of: /^features\/.+\.rule\.ts$/,
    may: new RegExp(String.raw`^(?:${contracts}|packages\/engine\/|re2js)`),
    mayNot: /^packages\/engine\/(?:search|live|testing)\//,
    message: 'A rule is pure: it imports plan types and its own contract.',
  },
  {
    of: /^features\/.+\.store\.ts$/,
    may: new RegExp(
      String.raw`^(?:${contracts}|packages\/server\/|packages\/process-kit\/crash-point\.ts|packages\/engine\/(?:.*\/)?relevance\.ts|kysely|node:crypto)`,
    ),
    message: 'A store imports the database and its own folder.',
  },
  {
    of: /^features\/.+\.(?:server|service)\.ts$/,
    mayNot: /^features\/.+(?<!\.(?:contract|events|task|store|service|server)\.ts)$|^(?:packages\/(?:ui|testing)|apps)\/|\.tsx$/,
    message:
      "The server side of a feature imports its own files, and other features' contracts, events, tasks, stores and services.",
  },
  {
    of: /^features\/.+\.tsx$/,
    mayNot:
      /\.(?:server|store)\.ts$|^features\/.+(?<!\.contract\.ts|\.(?:picker|panel)\.tsx)$|^packages\/(?!ui|contract)|^(?:apps\/|node:|kysely|fastify|@fastify)/,
    message: "A screen imports the ui package, its own files, contracts, and other features' pickers and panels.",
  },
  { of: /^features\/|^apps\/(?!.*\.server\.ts)/, mayNot: /^packages\/testing\//, message: 'Only tests import test helpers.' },
  {
    of: /^(?:features\/.+(?<!\.store)\.ts|apps\/)/,
    mayNot: /^kysely/,
    message: 'Kysely stays in stores and in packages/server.',
  },
  { of: /^features\//, mayNot: /^apps\//, message: 'Features import nothing of an app.' },
];

/** Folders and files of a package, from the ground up: each imports itself and lower floors. A package's last floor is what composes it. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/engine': [
    ['plan.ts'],
    ['port.ts', 'port-errors.ts'],
    ['query'],
    ['index'],
    ['search'],
    ['live', 'vectors'],
    ['open-engine.ts'],
  ],

  'packages/server': [
    ['base'],
    ['db', 'formats', 'files', 'mail'],
    ['secrets', 'limits', 'jobs', 'learning'],
    ['rules', 'stats', 'cache', 'embeddings'],
    ['http'],
    ['app'],
    ['search', 'crud'],
  ],
  'packages/ui': [
    ['state'],
    ['text'],
    ['calls'],
    ['code', 'page', 'releases', 'sortable'],
    ['charts', 'dates', 'dialog', 'item'],
    ['collection', 'form'],
    ['files', 'list'],
    ['crud'],
    ['test-frame.tsx', 'test-calls.ts', 'console-page.setup.ts'],
  ],
};

const isProof = /\.(?:test|e2e)\.tsx?$|\/testing\/|\.setup\.ts$/;
const imported =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|[^\w.])import\(\s*['"]([^'"]+)['"]|(?:^|\n)import ['"]([^'"]+)['"]/g;

/** A feature with its nested ones; `features/account/screen` belongs to the feature `features/account`. */
const featureOf = (file: string): string =>
  file
    .split('/')
    .slice(0, -1)
    .slice(0, 3)
    .join('/')
    .replace(/\/(?:server|screen)$/, '');
const packageOf = (file: string): string => file.split('/', 2).join('/');

/** Imports that break a rule or a floor, and circles of features, one sentence each. Tests may import anything. */
export function floorProblems(sources: ReadonlyMap<string, string>, aliases: Readonly<Record<string, string>>): string[] {
  const problems: string[] = [];
  const arrows = new Map<string, Map<string, string>>();
  for (const [file, text] of sources) {
    if (isProof.test(file) || !/^(?:apps|features|packages)\//.test(file)) continue;
    for (const [, from, lazy, bare] of text.matchAll(imported)) {
      const specifier = from ?? lazy ?? bare ?? '';
      if (specifier.startsWith('../') && !specifier.endsWith('/package.json'))
        problems.push(`${file} imports ${specifier}: import by #name.`);
      const to = resolved(file, specifier, aliases);
      if (isWithin(file, to)) {
        const problem = floorProblem(file, to);
        if (problem !== null) problems.push(problem);
      } else {
        for (const rule of rules)
          if (rule.of.test(file) && ((rule.may && !rule.may.test(to)) || rule.mayNot?.test(to)))
            problems.push(`${file} imports ${specifier}. ${rule.message}`);
      }
      const [source, target] = [featureOf(file), featureOf(to)];
      if (!file.startsWith('features/') || !to.startsWith('features/') || source === target || target.startsWith(`${source}/`))
        continue;
      arrows.set(source, (arrows.get(source) ?? new Map<string, string>()).set(target, file));
    }
  }
  return [...problems, ...(findCircle(arrows) ?? [])];
}

const isWithin = (file: string, to: string): boolean =>
  file.startsWith('features/') ? featureOf(file) === featureOf(to) : packageOf(file) === packageOf(to);
const isScreen = /\/screen\/|\.tsx$|\.css$/;
const isServer = /\/server\/|\.(?:server|service|store)\.ts$/;

function resolved(from: string, specifier: string, aliases: Readonly<Record<string, string>>): string {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  const alias = Object.keys(aliases).find((one) => specifier.startsWith(one.replace('*', '')));
  return alias === undefined ? specifier : path.join(aliases[alias]!.replace('/*', ''), specifier.slice(alias.length - 1));
}

function floorProblem(file: string, to: string): string | null {
  if (file.startsWith('features/') && (isScreen.test(file) ? isServer.test(to) : isServer.test(file) && isScreen.test(to)))
    return `${file} imports ${to}: the sides of a feature share its contract alone.`;
  const own = floors[packageOf(file)];
  if (own === undefined) return null;
  const [from, target] = [file, to].map((one) => one.split('/')[2] ?? '') as [string, string];
  const [high, low] = [from, target].map((name) => own.findIndex((floor) => floor.includes(name))) as [number, number];
  if (high === -1) return `${file} is on no floor of ${packageOf(file)}: add ${from} to scripts/import-floors.ts.`;
  return from === target || low < high ? null : `${file} imports ${to}: ${from} may import only itself and lower floors.`;
}

/** One circle, as the imports that make it; null when there is none. */
export function findCircle(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] | null => {
    const start = way.indexOf(node);
    if (start !== -1) {
      const circle = [...way.slice(start), node];
      return circle.slice(1).map((to, index) => `${circle[index]} imports ${to} in ${arrows.get(circle[index] ?? '')?.get(to)}`);
    }
    if (done.has(node)) return null;
    for (const next of arrows.get(node)?.keys() ?? []) {
      const circle = visit(next, [...way, node]);
      if (circle) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of arrows.keys()) {
    const circle = visit(node, []);
    if (circle) return circle;
  }
  return null;
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };
  const problems = floorProblems(readSources(root), imports);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
