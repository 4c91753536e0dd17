import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareJava } from './java.mjs';
import { root } from './places.mjs';
import { onFreePorts, until } from './ports.mjs';

const version = '3.8.0';
const jarsDigest = '6f2a9e8329b1f55fed65d2d6cea1c427a384b48579d862707210704af64b05ab';
const sources = path.join(root, 'scripts', 'opensearch');
const startSeconds = 120;

/**
 * An OpenSearch of our own on loopback as `{ url, nodes, stop }`, null when there can be none: it needs a Java and, at the first time,
 * Maven and its central repository. `url` names all nodes; each of `nodes` can be killed and started again.
 */
export async function prepareOpenSearch({ nodeCount = 1, heapMegabytes = 1024, javaOptions = [] } = {}) {
  const found = await prepareJava({ name: 'OpenSearch', version, digest: jarsDigest, megabytes: 71, sources });
  if (found === null) return null;
  const cluster = await onFreePorts(2 * nodeCount, (ports) =>
    startOn(ports, { ...found, nodeCount, heapMegabytes, javaOptions }),
  );
  if (cluster === null) throw new Error('OpenSearch ended before it came up.');
  return cluster;
}

/** Null when a node ended by itself; what it said is told, as others may follow. */
async function startOn(free, { java, jars, nodeCount, heapMegabytes, javaOptions }) {
  const home = mkdtempSync(path.join(tmpdir(), 'aisle-opensearch-'));
  const ports = Array.from({ length: nodeCount }, (_, node) => `${free[2 * node]}:${free[2 * node + 1]}`);
  const nodes = ports.map((_, number) => openSearchNode({ java, jars, home, number, ports, heapMegabytes, javaOptions }));
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
function openSearchNode({ java, jars, home, number, ports, heapMegabytes, javaOptions }) {
  let child = null;
  let ended = Promise.resolve();
  let output = '';
  const start = () => {
    const heap = [`-Xms${heapMegabytes}m`, `-Xmx${heapMegabytes}m`];
    const options = [...heap, ...javaOptions, '--add-modules', 'jdk.incubator.vector'];
    const system = ['--enable-native-access=ALL-UNNAMED', '-Dlog4j2.disable.jmx=true', '-cp', jars];
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
