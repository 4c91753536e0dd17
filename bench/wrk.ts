/** Load by `wrk`, whose work per call is a small part of the server's. https://github.com/wg/wrk */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Times } from './figures.ts';

export interface Load {
  readonly url: string;
  readonly paths: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  readonly pauseMs?: number;
  readonly visitors?: number;
}

export interface LoadFigures {
  readonly perSecond: number;
  readonly times: Times;
  readonly failedCount: number;
}

export const addressOf = (number: number): string => `198.18.${(number >> 8) & 255}.${number & 255}`;

const clientsOfThread = 250;

const script = `
local requests, at, threads = {}, 0, 0
-- Each begins at another call.
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
function init()
  for line in io.lines(os.getenv("WRK_CALLS")) do
    local path, visitor = line:match("^(%S+) ?(%S*)$")
    requests[#requests + 1] = wrk.format("GET", path, visitor ~= "" and { ["X-Forwarded-For"] = visitor } or nil)
  end
  at = math.floor(#requests * number / tonumber(os.getenv("WRK_THREADS")))
end
if tonumber(os.getenv("WRK_PAUSE")) > 0 then
  function delay() return tonumber(os.getenv("WRK_PAUSE")) end
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

export async function loadByWrk({ url, paths, clients, seconds, pauseMs = 0, visitors }: Load): Promise<LoadFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-wrk-'));
  try {
    const [scriptFile, callsFile] = [path.join(folder, 'load.lua'), path.join(folder, 'calls')];
    const lines = paths.map((one, at) => (visitors === undefined ? one : `${one} ${addressOf(at % visitors)}`));
    await Promise.all([writeFile(scriptFile, script), writeFile(callsFile, `${lines.join('\n')}\n`)]);
    const threads = Math.ceil(clients / clientsOfThread);
    const options = [
      `--threads=${threads}`,
      `--connections=${clients}`,
      `--duration=${seconds}s`,
      '--timeout=30s',
      `--script=${scriptFile}`,
    ];
    const { stdout } = await promisify(execFile)('wrk', [...options, url], {
      env: { ...process.env, WRK_CALLS: callsFile, WRK_PAUSE: String(pauseMs), WRK_THREADS: String(threads) },
    });
    const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
    const milliseconds = (name: string): number => (told[name] ?? 0) / 1000;
    return {
      perSecond: (told['requests'] ?? 0) / ((told['microseconds'] ?? 0) / 1_000_000),
      times: { p50: milliseconds('p50'), p95: milliseconds('p95'), p99: milliseconds('p99') },
      failedCount: told['failed'] ?? 0,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('This benchmark needs wrk: apt-get install wrk', { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
