import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedChromium } from '#scripts/testing/services.mjs';
import { prepareBenchPackage } from '#scripts/bench/bench-packages.mjs';

export const categories = ['performance', 'accessibility', 'best-practices'] as const;

export interface Judgement {
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  /** Milliseconds. */
  readonly largestPaint: number;
  /** Milliseconds. */
  readonly blocked: number;
  /** Compressed. */
  readonly scriptBytes: number;
  readonly failed: readonly string[];
}

interface Audit {
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly { readonly resourceType?: string; readonly transferSize?: number }[] };
}
interface Result {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, Audit>>;
  };
}
type Lighthouse = (address: string, flags: object) => Promise<Result>;

export interface OpenLighthouse {
  judge(address: string): Promise<Judgement>;
  readonly debuggerUrl: string;
  close(): Promise<void>;
}

export async function openLighthouse(): Promise<OpenLighthouse> {
  const file = installedChromium();
  if (file === null) throw new Error('There is no Chromium: apt-get install chromium');
  const { default: lighthouse } = (await import(pathToFileURL(await prepareBenchPackage('lighthouse')).href)) as {
    default: Lighthouse;
  };
  const profile = await mkdtemp(path.join(tmpdir(), 'aisle-lighthouse-'));
  const chromium = spawn(
    file,
    ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await portOf(chromium.stderr);
  return {
    debuggerUrl: `http://127.0.0.1:${port}`,
    async judge(address) {
      const { lhr } = await lighthouse(address, { port, onlyCategories: categories, logLevel: 'error' });
      return judgementOf(lhr);
    },
    async close() {
      chromium.kill();
      await once(chromium, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function judgementOf({ categories: judged, audits }: Result['lhr']): Judgement {
  const scores = categories.map((name) => [name, Math.round((judged[name]?.score ?? 0) * 100)] as const);
  const requests = audits['network-requests']?.details?.items ?? [];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  return {
    scores: Object.fromEntries(scores) as unknown as Judgement['scores'],
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? NaN,
    blocked: audits['total-blocking-time']?.numericValue ?? NaN,
    scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    failed: Object.entries(audits).flatMap(([name, { score, scoreDisplayMode }]) =>
      score !== null && score < 0.9 && ['binary', 'numeric'].includes(scoreDisplayMode) ? [name] : [],
    ),
  };
}

async function portOf(output: NodeJS.ReadableStream): Promise<number> {
  let said = '';
  for await (const part of output) {
    said += String(part);
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`Chromium did not start: ${said}`);
}
