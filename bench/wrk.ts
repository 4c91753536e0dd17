/** Load by `wrk`, whose work per call is a small part of the server's. https://github.com/wg/wrk */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { processorSeconds, report } from './figures.ts';

export interface Load {
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

export async function measureLoad({ name, server, paths, seconds, goal }: Load): Promise<void> {
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
