import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { root } from './places.mjs';
import { capture } from './processes.mjs';
import { onFreePorts, until } from './ports.mjs';

const version = '3.8.0';
/** Of the names and contents of all jars, sorted by name. A change of pom.xml changes it; the failure names the new one. */
const jarsDigest = '6f2a9e8329b1f55fed65d2d6cea1c427a384b48579d862707210704af64b05ab';
const sources = path.join(root, 'scripts', 'opensearch');
const cache = path.join(root, '.cache', `opensearch-${version}`);
const oldestJava = 21;
const debianJava = `openjdk-${oldestJava}-jdk-headless`;
const javaFolder = '/usr/lib/jvm';
const downloadSeconds = 300;
const startSeconds = 120;

/** For a node that runs for minutes: what compiles code better takes more of two cores than it gives back. */
export const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * An OpenSearch of our own on loopback as `{ url, nodes, stop }`, null when there can be none: it needs a Java and, at the first time,
 * Maven and its central repository. `url` names all nodes; each of `nodes` can be killed and started again.
 */
export async function prepareOpenSearch({ nodeCount = 1, heapMegabytes = 1024, javaOptions = [] } = {}) {
  const java = (await findJava()) ?? ((await installDebianPackages(debianJava)) ? await findJava() : null);
  if (java === null) {
    console.warn(`! OpenSearch needs a JDK ${oldestJava} or newer; there is none in JAVA_HOME, in PATH or under ${javaFolder}.`);
    return null;
  }
  if (!(await hasJars())) return null;
  const cluster = await onFreePorts(2 * nodeCount, (ports) => startOn(ports, { java, nodeCount, heapMegabytes, javaOptions }));
  if (cluster === null) throw new Error('OpenSearch ended before it came up.');
  return cluster;
}

/** Null when a node ended by itself; what it said is told, as others may follow. */
async function startOn(free, { java, nodeCount, heapMegabytes, javaOptions }) {
  const home = mkdtempSync(path.join(tmpdir(), 'aisle-opensearch-'));
  const ports = Array.from({ length: nodeCount }, (_, node) => `${free[2 * node]}:${free[2 * node + 1]}`);
  const nodes = ports.map((_, number) => openSearchNode({ java, home, number, ports, heapMegabytes, javaOptions }));
  const urls = ports.map((port) => `http://127.0.0.1:${port.split(':')[0]}`);
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    rmSync(home, { recursive: true, force: true });
  };
  for (const node of nodes) node.start();
  const isUp = () => hasNodes(urls[0], nodeCount);
  const isGone = () => nodes.some((node) => !node.isRunning());
  const hasCome = await until(async () => isGone() || (await isUp()), startSeconds);
  if (hasCome && !isGone()) return { url: urls.join(','), nodes, stop };
  const output = nodes.map((node) => node.output()).join('\n');
  await stop();
  if (hasCome) {
    console.warn(`! OpenSearch ended before it came up:\n${output}`);
    return null;
  }
  throw new Error(`OpenSearch did not come up within ${startSeconds} seconds:\n${output}`);
}

/** One node: a process that can be started, ended and started again on the same data. */
function openSearchNode({ java, home, number, ports, heapMegabytes, javaOptions }) {
  let child = null;
  let ended = Promise.resolve();
  let output = '';
  const start = () => {
    const heap = [`-Xms${heapMegabytes}m`, `-Xmx${heapMegabytes}m`];
    const options = [...heap, ...javaOptions, '--add-modules', 'jdk.incubator.vector'];
    const system = ['--enable-native-access=ALL-UNNAMED', '-Dlog4j2.disable.jmx=true', '-cp', path.join(cache, '*')];
    const folder = path.join(home, `node${number}`);
    const program = path.join(sources, 'OpenSearchNode.java');
    child = spawn(java, [...options, ...system, program, folder, String(number), ...ports], { stdio: ['pipe', 'pipe', 'pipe'] });
    const keep = (chunk) => (output = (output + chunk).slice(-10_000));
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.stdin.on('error', () => {});
    const started = child;
    ended = new Promise((resolve) => started.once('close', resolve));
  };
  const end = async (signal) => {
    child?.kill(signal);
    await ended;
  };
  return {
    start,
    end,
    output: () => output,
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
  };
}

async function hasNodes(url, nodeCount) {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_nodes=${nodeCount}&timeout=1s`);
    return (await answer.json()).timed_out === false;
  } catch {
    return false;
  }
}

async function findJava() {
  const installed = existsSync(javaFolder) ? readdirSync(javaFolder).map((name) => path.join(javaFolder, name)) : [];
  const folders = [process.env.JAVA_HOME, ...installed].filter(Boolean);
  const files = folders.map((folder) => path.join(folder, 'bin', 'java')).filter((file) => existsSync(file));
  for (const file of [...files, 'java']) {
    // The node is run from its source, so a Java without its compiler won't do.
    const { isOk, output } = await capture(file, ['--list-modules']);
    if (isOk && Number(/^jdk\.compiler@(\d+)/m.exec(output)?.[1]) >= oldestJava) return file;
  }
  return null;
}

/** Fetches the jars once. What is not what we expect is not run. */
async function hasJars() {
  if (existsSync(cache)) {
    if (digestOf(cache) === jarsDigest) return true;
    rmSync(cache, { recursive: true });
  }
  const { isOk: hasMaven } = await capture('mvn', ['--version']);
  if (!hasMaven && !(await installDebianPackages('maven'))) return false;
  console.warn(`Fetching OpenSearch ${version} (71 MB) …`);
  mkdirSync(path.dirname(cache), { recursive: true });
  const fresh = mkdtempSync(`${cache}-`);
  const { isOk, output } = await capture(
    'mvn',
    ['-q', '-B', '-C', '-f', path.join(sources, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}`],
    { maxSeconds: downloadSeconds },
  );
  const found = isOk ? digestOf(fresh) : null;
  if (found === jarsDigest && !existsSync(cache)) renameSync(fresh, cache);
  else rmSync(fresh, { recursive: true });
  if (!isOk) console.warn(`! OpenSearch could not be fetched:\n${output}`);
  else if (found !== jarsDigest)
    throw new Error(`The jars of OpenSearch are not those that are expected; their digest is ${found}.`);
  return isOk;
}

function digestOf(folder) {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isFile());
  for (const name of names.toSorted()) hash.update(`${name}\0`).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}
