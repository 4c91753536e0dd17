import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Finding } from '#contract/findings.ts';
import { readBadges, readFindings } from './linter.contract.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import type { LintContext } from '#server/rules/lints.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { inSlices } from '#server/base/slices.ts';

/** Findings are renewed after this time, as items, fields and searches change without a release. */
const keptSeconds = 60;
/** The limit of processor time for one kind of rule; 5,000 usual rows take less than 2 seconds. */
const lookMilliseconds = 5_000;

/** A shorter run doesn't disturb searches, however often somebody saves. */
const briefMilliseconds = 500;
/** After a longer run, the next one because of changed rules waits this many times its duration. */
const restTimes = 9;

interface Look {
  readonly number: number;
  /** Until when its findings are used for later releases: epoch milliseconds, or Infinity while it runs. */
  readonly standsUntil: number;
}
const looks = new WeakMap<App, Map<number, Look>>();

/** Findings of live rules, up to a minute old. Thousands of rules take seconds, so not every release is linted while somebody saves. */
async function findings(app: App, project: ProjectScope): Promise<readonly Finding[]> {
  const ofApp = looks.get(app) ?? new Map<number, Look>();
  looks.set(app, ofApp);
  const { number: live } = await app.releases.live(project);
  const last = ofApp.get(project.id);
  const number = last && Date.now() < last.standsUntil ? last.number : live;
  return app.cache.value(`findings of ${project.id} ${number}`, keptSeconds, async () => {
    ofApp.set(project.id, { number, standsUntil: Infinity });
    let rest = 0;
    try {
      const { found, took } = await lookedAt(app, project);
      rest = took > briefMilliseconds ? Math.min(took * restTimes, keptSeconds * 1000) : 0;
      return found;
    } finally {
      ofApp.set(project.id, { number, standsUntil: Date.now() + rest });
    }
  });
}

async function lookedAt(app: App, project: ProjectScope): Promise<{ readonly found: Finding[]; readonly took: number }> {
  const release = await app.releases.live(project);
  const collectionIds = collectionIdsIn(release);
  const [first] = Object.values(release.relevance);
  if (first === undefined) return { found: [], took: 0 };
  const analyser = analyserOf(first.layout.language);
  const rulesOf = new Map(
    collectionIds.map((id) => [id, rulesFor(release.relevance[id] ?? first, release.rulesOf(id))] as const),
  );
  const draft: LintContext['draft'] = (id, query, category) => draftQuery(analyser, rulesOf.get(id) ?? [], query, { category });
  const unreplaced = new Map([...rulesOf].map(([id, rules]) => [id, rules.filter(({ stage }) => stage !== 'fixit')] as const));
  const draftUnreplaced: LintContext['draftUnreplaced'] = (id, query) => draftQuery(analyser, unreplaced.get(id) ?? [], query);
  const common = { project, release, analyser, collectionIds, draft, draftUnreplaced };
  const found: Finding[] = [];
  let took = 0;
  for (const [source, look] of app.lints) {
    const rows = await app.releases.acting(project, source);
    await nextTurn();
    const { spent, ...ofLook } = turns();
    const told = rows.length === 0 ? [] : await look({ ...common, rows, ...ofLook });
    const nameOf = app.releases.nameIn(source);
    for (const { row, kind, by = null, text = null, count = null } of told) {
      found.push({
        source,
        id: row.id,
        name: nameOf(row),
        collection_id: row.collection_id ?? null,
        kind,
        by,
        text,
        count,
      });
      await ofLook.breathe();
    }
    took += spent();
  }
  return { found, took };
}

/** Lets searches run between rows. Only processor time counts, so a busy machine finds the same. */
function turns(): Pick<LintContext, 'breathe' | 'hasTime'> & { readonly spent: () => number } {
  let before = 0;
  let since = cpuMilliseconds();
  const spent = (): number => before + cpuMilliseconds() - since;
  const breathe = inSlices(async () => {
    before = spent();
    await nextTurn();
    since = cpuMilliseconds();
  });
  return { spent, hasTime: () => before <= lookMilliseconds, breathe };
}

const microsecondsPerMillisecond = 1000;

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / microsecondsPerMillisecond;
}

export function serveLinter(app: App): void {
  serve(app, readFindings, async ({ source }, { project }) => {
    const all = await findings(app, project);
    return all.filter((one) => source === undefined || one.source === source);
  });

  serve(app, readBadges, async (_input, { project }) => {
    const waiting = await app.releases.waiting(project, { unplanned: 'changes' });
    const found = new Set((await findings(app, project)).filter(isFault).map(({ source, id }) => `${source} ${id}`));
    const countsOf = (goesLive: string) =>
      counted(waiting.filter((row) => row.goesLive === goesLive).map(({ source }) => source));
    return {
      waiting: countsOf('atMidnight'),
      drafts: countsOf('onPublish'),
      findings: counted([...found].map((key) => key.slice(0, key.indexOf(' ')))),
    };
  });
}

/** A rule that acts on most of its queries needs nobody's work. */
const isFault = ({ kind }: Finding): boolean => kind !== 'partlyTaken';

const counted = (sources: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(sources, (source) => source)].map(([source, all]) => [source, all.length]));
