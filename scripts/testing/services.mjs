import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '#scripts/places.mjs';
import { capture, signalGroup } from '#scripts/processes.mjs';

/**
 * Each `prepare…` resolves to a running service with its address and `stop()`, or to null with a warning if it can't be installed.
 * Services listen on loopback and keep nothing after `stop()`.
 */

const memory = '/dev/shm';
const neededMemoryBytes = 4 * 1024 ** 3;
const mostTries = 5;
const pollMs = 100;
const installSeconds = 300;
const oldestJava = 21;
const javaFolder = '/usr/lib/jvm';
const secret = 'secret/of+the tests';
/** C2 costs more than it saves in a process of minutes. */
export const shortLivedJava = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const atExit = [];
process.once('exit', () => atExit.forEach((clean) => clean()));

/** Removed on exit; in memory if there is room, so that tests don't wait for a disk. */
export function temporaryFolder(name) {
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(path.join(bavail * bsize >= neededMemoryBytes ? memory : tmpdir(), `aisle-${name}-`));
  atExit.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Debian as root only. Resolves to true if installed. */
export async function installDebian(...packages) {
  const names = packages.join(' ');
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.warn(`! ${names} is missing and only root can install it on Debian: apt-get install ${names}`);
    return false;
  }
  console.warn(`Installing ${names} from Debian …`);
  const script = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { isOk, output } = await capture('sh', ['-c', script], { env, maxSeconds: installSeconds });
  if (!isOk) console.warn(`! ${names} could not be installed:\n${output}`);
  return isOk;
}

/** A process that can be killed and started again with the same arguments. */
function program(file, args) {
  let child = null;
  let output = '';
  const keep = (chunk) => (output = (output + chunk).slice(-10_000));
  atExit.unshift(() => child && signalGroup(child, 'SIGKILL'));
  return {
    start() {
      child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
      child.stdin.on('error', () => {});
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
      child.on('error', (error) => keep(error.message));
    },
    async end(signal) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signalGroup(child, signal);
      await ended;
    },
    isRunning: () => child?.pid !== undefined && child.exitCode === null && child.signalCode === null,
    output: () => output,
  };
}

/**
 * Starts programs on free ports, and on others if one was taken in between. `describe(ports)` resolves to
 * `{ programs, isUp, signal, …rest }`; so does this, with `stop()`.
 */
async function onFreePorts({ name, count = 1, seconds = 60, describe }) {
  for (let tries = 1; ; tries += 1) {
    const { programs, isUp, signal = 'SIGTERM', ...rest } = await describe(await freePorts(count));
    const stop = async () => void (await Promise.all(programs.map((one) => one.end(signal))));
    for (const one of programs) one.start();
    const deadline = Date.now() + seconds * 1000;
    while (Date.now() < deadline && programs.every((one) => one.isRunning())) {
      if (await isUp().catch(() => false)) return { ...rest, programs, stop };
      await sleep(pollMs);
    }
    await stop();
    if (tries < mostTries && Date.now() < deadline) continue;
    throw new Error(`${name} did not start:\n${programs.map((one) => one.output()).join('\n')}`);
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}

/** An empty PostgreSQL without fsync. */
export async function preparePostgres() {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home) && !(await installDebian('postgresql'))) return null;
  const [newest] = readdirSync(home).toSorted((a, b) => Number(b) - Number(a));
  const bin = path.join(home, newest, 'bin');
  const folder = temporaryFolder('postgres');
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await capture('chown', ['postgres', folder]);
  const as = (file, args) => {
    const command = [path.join(bin, file), ...args];
    return isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', ...command]] : [command[0], args];
  };
  const data = path.join(folder, 'data');
  const made = await capture(...as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']));
  if (!made.isOk) throw new Error(`initdb failed:\n${made.output}`);
  const unsafe = 'fsync=off full_page_writes=off autovacuum=off jit=off wal_level=minimal max_wal_senders=0'.split(' ');
  return onFreePorts({
    name: 'PostgreSQL',
    describe: ([port]) => {
      const settings = [...unsafe, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`];
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
      const programs = [program(...as('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]))];
      const isUp = async () => (await capture(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)])).isOk;
      return { url, programs, signal: 'SIGINT', isUp };
    },
  });
}

/** Redis with a password, without persistence. */
export async function prepareRedis() {
  const file = '/usr/bin/redis-server';
  if (!existsSync(file) && !(await installDebian('redis-server'))) return null;
  const folder = temporaryFolder('redis');
  return onFreePorts({
    name: 'Redis',
    describe: ([port]) => {
      const options = { port, bind: '127.0.0.1', dir: folder, requirepass: secret, save: '', appendonly: 'no' };
      const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const isUp = async () => {
        const socket = net.connect(port, '127.0.0.1');
        await once(socket, 'connect').finally(() => socket.destroy());
        return true;
      };
      const url = `redis://:${encodeURIComponent(secret)}@127.0.0.1:${port}`;
      return { url, programs: [program(file, args)], isUp };
    },
  });
}

/**
 * `url` lists all nodes; each of `nodes` has `start()` and `end(signal)`. Needs Java, and Maven the first time.
 */
export async function prepareOpenSearch({ nodeCount = 1, heapMegabytes = 1024, javaOptions = [] } = {}) {
  const digest = '6f2a9e8329b1f55fed65d2d6cea1c427a384b48579d862707210704af64b05ab';
  const found = await prepareJava({ name: 'OpenSearch', version: '3.8.0', digest });
  if (found === null) return null;
  const { programs, ...cluster } = await onFreePorts({
    name: 'OpenSearch',
    count: 2 * nodeCount,
    seconds: 120,
    describe: (free) => {
      const home = temporaryFolder('opensearch');
      const ports = Array.from({ length: nodeCount }, (_, node) => `${free[2 * node]}:${free[2 * node + 1]}`);
      const heap = [`-Xms${heapMegabytes}m`, `-Xmx${heapMegabytes}m`, ...javaOptions, '--add-modules', 'jdk.incubator.vector'];
      const system = ['--enable-native-access=ALL-UNNAMED', '-Dlog4j2.disable.jmx=true', '-cp', found.jars];
      const source = path.join(found.sources, 'OpenSearchNode.java');
      const programs = ports.map((_, number) =>
        program(found.java, [...heap, ...system, source, path.join(home, `node${number}`), String(number), ...ports]),
      );
      const urls = ports.map((port) => `http://127.0.0.1:${port.split(':')[0]}`);
      const health = `${urls[0]}/_cluster/health?wait_for_nodes=${nodeCount}&timeout=1s`;
      const isUp = async () => (await (await fetch(health)).json()).timed_out === false;
      return { url: urls.join(','), programs, isUp };
    },
  });
  return { ...cluster, nodes: programs };
}

/** S3Proxy with one bucket. Needs Java, and Maven the first time. */
export async function prepareS3() {
  const digest = '9e8e8b6b31e631440d09fa857f1f077eba930f1f9a868b60c78d259b0f53f837';
  const found = await prepareJava({ name: 'S3', version: '4.1.0', digest });
  if (found === null) return null;
  const [bucket, key] = ['aisle', 'key-of-the-tests'];
  return onFreePorts({
    name: 'S3',
    describe: ([port]) => {
      const data = temporaryFolder('s3');
      mkdirSync(path.join(data, bucket));
      const settings = {
        'logback.configurationFile': path.join(found.sources, 'logback.xml'),
        's3proxy.endpoint': `http://127.0.0.1:${port}`,
        's3proxy.authorization': 'aws-v2-or-v4',
        's3proxy.identity': key,
        's3proxy.credential': secret,
        'jclouds.provider': 'filesystem-nio2',
        'jclouds.filesystem.basedir': data,
      };
      const options = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
      const source = path.join(found.sources, 'S3Server.java');
      const programs = [program(found.java, ['-Xmx192m', ...shortLivedJava, ...options, '-cp', found.jars, source])];
      const login = [key, secret].map(encodeURIComponent).join(':');
      const isUp = async () => Boolean(await fetch(`http://127.0.0.1:${port}/`));
      return { url: `s3://${login}@127.0.0.1:${port}/${bucket}?tls=off`, programs, isUp };
    },
  });
}

/**
 * `{ java, jars, sources }`, or null. Jars are fetched once by the pom.xml in `sources` and run only with the expected SHA-256.
 */
async function prepareJava({ name, version, digest }) {
  if (findJava() === null && !(await installDebian(`openjdk-${oldestJava}-jdk-headless`))) return null;
  const sources = path.join(root, 'scripts', name.toLowerCase());
  const jars = path.join(root, '.cache', `${name.toLowerCase()}-${version}`);
  const found = { java: findJava(), sources, jars: path.join(jars, '*') };
  if (existsSync(jars) && digestOf(jars) === digest) return found;
  if (!(await capture('mvn', ['--version'])).isOk && !(await installDebian('maven'))) return null;
  console.warn(`Fetching ${name} ${version} …`);
  rmSync(jars, { recursive: true, force: true });
  mkdirSync(path.dirname(jars), { recursive: true });
  const fresh = mkdtempSync(`${jars}-`);
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${fresh}`];
  const maven = ['-q', '-B', '-C', '-f', path.join(sources, 'pom.xml'), ...goal];
  const { isOk, output } = await capture('mvn', maven, { maxSeconds: installSeconds });
  if (!isOk) {
    console.warn(`! ${name} could not be fetched:\n${output}`);
    return null;
  }
  if (digestOf(fresh) !== digest) throw new Error(`Unexpected jars of ${name} in ${fresh}; their digest is ${digestOf(fresh)}.`);
  renameSync(fresh, jars);
  return found;
}

/** The newest JDK; a JRE has no compiler for the source launcher. */
function findJava() {
  const homes = existsSync(javaFolder) ? readdirSync(javaFolder).map((name) => path.join(javaFolder, name)) : [];
  const versionOf = (home) => Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(path.join(home, 'release'), 'utf8'))?.[1]);
  const compilers = [process.env.JAVA_HOME, ...homes].filter((home) => home && existsSync(path.join(home, 'bin', 'javac')));
  const [newest] = compilers.toSorted((a, b) => versionOf(b) - versionOf(a));
  return newest && versionOf(newest) >= oldestJava ? path.join(newest, 'bin', 'java') : null;
}

function digestOf(folder) {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of files.map((entry) => entry.name).toSorted())
    hash.update(`${name}\0`).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

const headlessShell = '/usr/bin/chromium-headless-shell';

/** Path in `CHROMIUM_PATH`, or Debian's; null if missing. */
export const installedChromium = () =>
  [process.env.CHROMIUM_PATH, headlessShell, '/usr/bin/chromium'].find((file) => file && existsSync(file)) ?? null;

/** Installs the headless shell, which takes a third less processor time than the browser. */
export async function prepareChromium() {
  const isBest = [process.env.CHROMIUM_PATH, headlessShell].includes(installedChromium());
  if (!isBest || installedChromium() === null) await installDebian('chromium-headless-shell', 'fonts-dejavu-core');
  return installedChromium();
}
