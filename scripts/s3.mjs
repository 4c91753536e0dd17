import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareJava, shortLived } from './java.mjs';
import { root } from './places.mjs';
import { onFreePorts, until } from './ports.mjs';

const version = '4.1.0';
const jarsDigest = '9e8e8b6b31e631440d09fa857f1f077eba930f1f9a868b60c78d259b0f53f837';
const sources = path.join(root, 'scripts', 's3');
const heapMegabytes = 192;
const startSeconds = 60;
const bucket = 'aisle';
const key = 'key-of-the-tests';
const secret = 'secret/of+the tests';

/**
 * An S3 server of our own on loopback, with a bucket, as `{ url, stop }`: S3Proxy, which checks signatures and keeps files in a folder. `url` is
 * as `AISLE_FILES_URL` takes it. null when there can be none: it needs a Java and, at the first time, Maven and its central repository.
 */
export async function prepareS3() {
  const found = await prepareJava({ name: 'S3Proxy', version, digest: jarsDigest, megabytes: 36, sources });
  if (found === null) return null;
  const server = await onFreePorts(1, ([port]) => startOn(port, found));
  if (server === null) throw new Error('The S3 server ended before it came up.');
  return server;
}

async function startOn(port, { java, jars }) {
  const home = mkdtempSync(path.join(tmpdir(), 'aisle-s3-'));
  // A bucket is a folder.
  mkdirSync(path.join(home, 'data', bucket), { recursive: true });
  const properties = path.join(home, 's3proxy.conf');
  writeFileSync(
    properties,
    [
      `s3proxy.endpoint=http://127.0.0.1:${port}`,
      's3proxy.authorization=aws-v2-or-v4',
      `s3proxy.identity=${key}`,
      `s3proxy.credential=${secret}`,
      'jclouds.provider=filesystem-nio2',
      `jclouds.filesystem.basedir=${path.join(home, 'data')}`,
    ].join('\n'),
  );
  const options = [`-Xmx${heapMegabytes}m`, ...shortLived, `-Dlogback.configurationFile=${path.join(sources, 'logback.xml')}`];
  const program = [path.join(sources, 'S3Server.java'), properties];
  const child = spawn(java, [...options, '-cp', jars, ...program], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk) => (output = (output + chunk).slice(-10_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  child.stdin.on('error', () => {});
  const ended = once(child, 'close');
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const hasCome = await until(async () => isGone() || (await answers(port)), startSeconds);
  if (hasCome && !isGone()) {
    const login = [key, secret].map(encodeURIComponent).join(':');
    return { url: `s3://${login}@127.0.0.1:${port}/${bucket}?tls=off`, stop };
  }
  await stop();
  console.warn(`! The S3 server did not come up:\n${output}`);
  if (hasCome) return null;
  throw new Error(`The S3 server did not come up within ${startSeconds} seconds.`);
}

const answers = (port) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
