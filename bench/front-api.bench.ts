import { drawnWords, mixedCalls, startShop } from './synthetic-shop.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { processorSeconds, report } from './figures.ts';

/** Load by `wrk`, whose work per call is a small part of the server's. https://github.com/wg/wrk */

interface Load {
  readonly name: string;
  readonly server: { readonly url: string; readonly child: { readonly pid?: number | undefined } };
  readonly paths: readonly string[];
  readonly seconds: number;
  readonly goal?: { readonly perSecond: number; readonly p99?: number };
}

const clients = 16;

const script = `
local requests, at = {}, 0
function init()
  for path in io.lines(os.getenv("WRK_CALLS")) do requests[#requests + 1] = wrk.format("GET", path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"p50":%d,"p95":%d,"p99":%d,"failed":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(95), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`;

async function measureLoad({ name, server, paths, seconds, goal }: Load): Promise<void> {
  const usedBefore = processorSeconds(server.child.pid ?? 0);
  const got = await runWrk(server.url, paths, seconds);
  const milliseconds = (share: 'p50' | 'p95' | 'p99'): number => got[share] / 1000;
  const times = { p50: milliseconds('p50'), p95: milliseconds('p95'), p99: milliseconds('p99') };
  const perSecond = got.requests / (got.microseconds / 1_000_000);
  const perCall = ((processorSeconds(server.child.pid ?? 0) - usedBefore) * 1000) / got.requests;
  const failed = got.failed === 0 ? '' : `, ${got.failed} of them failed`;
  const p99 = goal?.p99 ?? Infinity;
  report({
    name: `${name}, ${clients} clients`,
    times,
    value: `${Math.round(perSecond)} req/s${failed}, ${perCall.toFixed(2)} ms of a processor each`,
    ...(goal && {
      target: {
        text: `≥ ${goal.perSecond} req/s${p99 === Infinity ? '' : `, p99 ≤ ${p99} ms`}`,
        isMet: perSecond >= goal.perSecond && times.p99 <= p99 && got.failed === 0,
      },
    }),
  });
}

type Result = Record<'requests' | 'microseconds' | 'p50' | 'p95' | 'p99' | 'failed', number>;

async function runWrk(url: string, paths: readonly string[], seconds: number): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-wrk-'));
  try {
    const [scriptFile, callsFile] = [path.join(folder, 'load.lua'), path.join(folder, 'calls')];
    await Promise.all([writeFile(scriptFile, script), writeFile(callsFile, `${paths.join('\n')}\n`)]);
    const options = [
      '--threads=1',
      `--connections=${clients}`,
      `--duration=${seconds}s`,
      '--timeout=30s',
      `--script=${scriptFile}`,
    ];
    const { stdout } = await promisify(execFile)('wrk', [...options, url], { env: { ...process.env, WRK_CALLS: callsFile } });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('This benchmark needs wrk: apt-get install wrk', { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The front API over HTTP with keep-alive, at first without the response cache: requests per second, latency and processor time of a call.
 * Words are drawn at random. wrk and server share the machine. Run: node bench/front-api.bench.ts [items=200000] [seconds=10]
 */

const [items = 200_000, seconds = 10] = process.argv.slice(2).map(Number);

/** More than a run needs, so repeats are rare. */
const drawnCalls = 120_000;

/** Fits the cache, but no processor's. */
const cachedCalls = 1_000;

const shop = await startShop(items);
try {
  const feed = await shop.add();
  await shop.imported(feed);
  const { server } = shop;
  const [first, second] = [drawnWords(drawnCalls, 1), drawnWords(drawnCalls, 2)];
  const searches = (more: string): string[] =>
    first.map((one, at) => `/front/search?token=${feed.token}&q=${one}+${second[at]}${more}`);
  await measureLoad({ name: 'search, 2 words', server, paths: searches(''), seconds });
  await measureLoad({
    name: 'search, 2 words, 3 facets',
    server,
    paths: searches('&facets=brand,category,price'),
    seconds,
    goal: { perSecond: 2_200, p99: 20 },
  });
  await measureLoad({
    name: 'autocomplete',
    server,
    paths: first.map((one) => `/front/autocomplete?token=${feed.token}&q=${one.slice(0, 4)}`),
    seconds,
    goal: { perSecond: 6_000 },
  });
  const caching = await shop.add({ keepsAnswers: true });
  await shop.imported(caching);
  const paths = mixedCalls(caching.token, cachedCalls);
  for (const path of paths) await (await fetch(server.url + path)).arrayBuffer();
  const goal = { perSecond: 5_000, p99: 30 };
  await measureLoad({ name: 'searches and completions from the cache', server, paths, seconds, goal });
} finally {
  await shop.close();
}
