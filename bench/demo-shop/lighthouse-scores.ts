import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedChromium } from '#scripts/chromium.mjs';

/** Of 100. */
export type Scores = Readonly<Record<'performance' | 'accessibility' | 'best-practices', number>>;

interface Result {
  readonly lhr: {
    readonly lighthouseVersion: string;
    readonly categories: Readonly<Record<string, { readonly score: number }>>;
    readonly audits: Readonly<Record<string, { readonly score: number | null; readonly scoreDisplayMode: string }>>;
  };
}
type Lighthouse = (address: string, flags: object) => Promise<Result>;

/**
 * Lighthouse and what it needs are 176 MB, six times what the server needs, so it is no package of this project: whoever wants its scores
 * installs it somewhere and names that folder. null where nobody does.
 */
export async function lighthouseScores(folder: string | undefined, address: string, runs: number) {
  const file = installedChromium();
  if (folder === undefined || file === null) return null;
  const entry = path.join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  const profile = await mkdtemp(path.join(tmpdir(), 'aisle-lighthouse-'));
  const chromium = spawn(
    file,
    ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    const port = await portOf(chromium.stderr);
    const scores: Scores[] = [];
    let failed: string[] = [];
    let version = '';
    for (let run = 0; run < runs; run += 1) {
      const { lhr } = await lighthouse(address, { port, onlyCategories: ['performance', 'accessibility', 'best-practices'] });
      scores.push(
        Object.fromEntries(Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(score * 100)])) as Scores,
      );
      version = lhr.lighthouseVersion;
      failed = Object.entries(lhr.audits).flatMap(([name, { score, scoreDisplayMode }]) =>
        score !== null && score < 0.9 && ['binary', 'numeric'].includes(scoreDisplayMode) ? [name] : [],
      );
    }
    return { version, scores, failed };
  } finally {
    chromium.kill();
    await once(chromium, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
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
