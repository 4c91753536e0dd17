import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#contract/days.ts';
import { random } from '#feeds/testing/mutations.ts';
import type { CrashPoint } from '#process-kit/crash-points.ts';
import { CrashingProcess } from '#process-kit/testing/crashing-process.ts';
import { openSharedDatabase } from '#testing/raw-database.ts';
import { nightOf, releasesFor } from './testing/midnights.ts';
import { addProject } from './testing/release-kit.ts';
import type { ReleaseTask } from './testing/release-tasks.ts';

/** Clocks that change at night, at midnight, by half an hour, not at all, and that are off by half an hour. */
const zones = [
  'Europe/Prague',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kolkata',
] as const;
const firstDay = '2026-03-01';
const dayCount = 365;
const noonMilliseconds = 13 * 60 * 60 * 1000;
const shareKilled = 0.1;
const dayMilliseconds = 24 * 60 * 60 * 1000;
/** A rule for the night each so many days, and whenever clocks are changed. */
const nightEvery = 7;

const hasNight = (day: string, zone: string): boolean =>
  Date.parse(day) % (nightEvery * dayMilliseconds) === 0 ||
  startOfDay(addDays(day, 1), zone) - startOfDay(day, zone) !== dayMilliseconds;
const points: readonly CrashPoint[] = ['midnight:dayNoted', 'validity:read', 'release:written', 'midnight:done', 'validity:done'];
const program = fileURLToPath(import.meta.resolve('./testing/crashing-releases.ts'));

const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);

test(`two servers, killed now and then, make each midnight, beginning and end of a year once in every time zone (seed ${seed})`, async () => {
  const next = random(seed);
  const shared = await openSharedDatabase();
  const files = [1, 2].map((number) => path.join(shared.folder, `point${number}`));
  const servers = files.map((file) => new CrashingProcess<ReleaseTask, null>(program, shared.address, file));
  const shops = [];
  for (const zone of zones) shops.push({ zone, project: await addProject(shared.db, zone) });

  const days = Array.from({ length: dayCount }, (_, at) => addDays(firstDay, at));
  const moments = shops
    .flatMap(({ zone, project }) =>
      days.map((day) => ({
        project,
        noon: startOfDay(day, zone) + noonMilliseconds,
        midnight: startOfDay(addDays(day, 1), zone),
        night: hasNight(addDays(day, 1), zone) ? nightOf(addDays(day, 1), zone) : null,
      })),
    )
    .flatMap(({ project, noon, midnight, night }) => [
      { at: noon, save: { project, night } },
      { at: midnight, save: null },
      ...(night ? [{ at: night.to, save: null }] : []),
    ])
    .toSorted((a, b) => a.at - b.at);

  const lookAll = (at: number) => Promise.allSettled(servers.map((server) => server.ask({ kind: 'look', at })));
  let kills = 0;
  for (const { at, save } of moments) {
    if (save !== null) {
      await servers[0]!.ask({ kind: 'saveForMidnight', project: save.project, word: `word ${at}`, at });
      if (save.night) await servers[0]!.ask({ kind: 'saveTimed', project: save.project, ...save.night, term: `word ${at}`, at });
      continue;
    }
    const file = files[Math.floor(next() * files.length)]!;
    if (next() < shareKilled) writeFileSync(file, points[Math.floor(next() * points.length)]!);
    const answers = await lookAll(at);
    rmSync(file, { force: true });
    const isKilled = answers.some(({ status }) => status === 'rejected');
    if (!isKilled) continue;
    kills += 1;
    // Whoever was killed is there again a moment later.
    await lookAll(at);
  }

  for (const { zone, project } of shops) {
    const made = async (reason: 'midnight' | 'validity') =>
      (await releasesFor(shared.db, project.id, reason)).map(({ created_at: moment }) => moment);
    const mornings = days.map((day) => addDays(day, 1));
    const nights = mornings.filter((day) => hasNight(day, zone)).map((day) => nightOf(day, zone));
    expect(await made('midnight'), zone).toEqual(mornings.map((day) => startOfDay(day, zone)));
    expect(await made('validity'), zone).toEqual(nights.flatMap(({ from, to }) => [from, to]));
  }
  expect(kills).toBeGreaterThan(dayCount * zones.length * shareKilled * 0.2);
  for (const server of servers) await server.stop();
  await shared.close();
});
