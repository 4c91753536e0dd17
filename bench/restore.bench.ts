/**
 * What it takes to restore a release from which thousands of rules differ, and how long somebody else's save waits meanwhile: in an SQLite
 * file, and in a PostgreSQL where AISLE_TEST_DATABASE_URL names one. Run: node bench/restore.bench.ts [changes=5000] [rounds=5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type DatabaseKind, postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { addProject, addSynonyms, releaseKit, synonymStore } from '#server/rules/releases/testing/release-kit.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { words } from './engine-products.ts';
import { longestStep } from './longest-step.ts';
import { atMost, tell, timesOf } from './figures.ts';

const [changes = 5000, rounds = 5] = process.argv.slice(2).map(Number);
const limitMs = { SQLite: 500, PostgreSQL: 1000 };
const who = { userId: null, reason: 'bench' };
const word = (at: number): string => words[(at * 7919 + 13) % words.length] ?? '';
const synonym = (at: number, version: number) => ({
  term: `${word(at)} ${at}`,
  synonym_type_id: 1 as const,
  synonyms: [`${word(at * 3)} ${word(at * 5)}`, word(at * 7 + version)],
  is_active: true,
});
const all = (version: number) => Array.from({ length: changes }, (_, at) => synonym(at, version));

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-restore-'));
const database = await createTestDatabase();
try {
  await restores('SQLite', sqlite(path.join(directory, 'aisle.sqlite')));
  if (database.url)
    await restores(
      'PostgreSQL',
      postgres(database.url, () => undefined),
    );
} finally {
  rmSync(directory, { recursive: true, force: true });
  await database.drop();
}

async function restores(name: keyof typeof limitMs, kind: DatabaseKind): Promise<void> {
  const db = await openDatabase(kind);
  const { releases } = releaseKit(db);
  addSynonyms(releases);
  const project = await addProject(db);
  const { id: first } = await releases.change(project, who, (handle) => synonymStore(handle).insert(project, ...all(0)));
  const { number } = await releases.live(project);
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  lateness.enable();
  const step = longestStep();
  let longest = 0;
  const [restored, waited]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    await releases.change(project, who, async (handle) => {
      const store = synonymStore(handle);
      for (const [at, fields] of all(round).entries()) await store.update(project, first + at, fields);
    });
    lateness.reset();
    step.reset();
    const startedAt = performance.now();
    const restoring = releases.restore(project, 1, { number }).then(() => restored.push(performance.now() - startedAt));
    const own = { ...synonym(0, 0), term: `own ${round}` };
    await releases.change(project, who, (handle) => synonymStore(handle).insert(project, own));
    waited.push(performance.now() - startedAt);
    await restoring;
    longest = Math.max(longest, step.milliseconds());
  }
  const times = timesOf(restored);
  tell({
    name: `restoring a release from which ${changes.toLocaleString('en')} synonyms differ, ${name}`,
    times,
    value: `a save meanwhile waits for ${timesOf(waited).p50.toFixed(0)} ms, searches for ${(lateness.max / 1e6).toFixed(1)} ms at most, ${longest.toFixed(1)} ms of them processor time`,
    target: atMost('p50', limitMs[name], times),
    searchThreads: null,
  });
  await db.destroy();
}
