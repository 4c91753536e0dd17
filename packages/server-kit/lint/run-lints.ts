import process from 'node:process';
import type { Finding } from '#contract/findings.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { draftQuery } from '#engine/query-draft.ts';
import { rulesFor } from '#engine/search.ts';
import type { LintContext } from './lints.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { inSlices } from '#server-kit/slices.ts';

/** Items, fields and what visitors search for change without a release, too. */
const keptSeconds = 60;
/** Of processor time, for the rows of one kind; 5,000 usual rows take less than 2 seconds. */
const lookMilliseconds = 5_000;

/** What is wrong with the live rules of a project, as it was up to a minute ago. Whoever asks meanwhile waits for the same work. */
export async function findings(app: App, project: ProjectScope): Promise<readonly Finding[]> {
  const { number } = await app.releases.live(project);
  return app.cache.value(`findings of ${project.id} ${number}`, keptSeconds, () => lookedAt(app, project));
}

async function lookedAt(app: App, project: ProjectScope): Promise<Finding[]> {
  const release = await app.releases.live(project);
  const collectionIds = Object.keys(release.relevance).map(Number);
  const [first] = Object.values(release.relevance);
  if (first === undefined) return [];
  const analyser = analyserOf(first.layout.language);
  const rulesOf = new Map(
    collectionIds.map((id) => [id, rulesFor(release.relevance[id] ?? first, release.rulesOf(id))] as const),
  );
  const draft: LintContext['draft'] = (id, query) => draftQuery(analyser, rulesOf.get(id) ?? [], query);
  const unreplaced = new Map([...rulesOf].map(([id, rules]) => [id, rules.filter(({ stage }) => stage !== 'fixit')] as const));
  const draftUnreplaced: LintContext['draftUnreplaced'] = (id, query) => draftQuery(analyser, unreplaced.get(id) ?? [], query);
  const common = { app, project, release, analyser, collectionIds, draft, draftUnreplaced };
  const found: Finding[] = [];
  for (const [source, look] of app.lints) {
    const leftOut = new Set(release.skipped.flatMap((row) => (row.source === source ? (row.id ?? []) : [])));
    const rows = (await app.releases.acting(project, source)).filter(({ id }) => !leftOut.has(id));
    const told = rows.length === 0 ? [] : await look({ ...common, rows, ...turns() });
    const names = new Map(
      (
        await app.releases.names(
          project,
          told.map(({ row }) => ({ source, id: row.id })),
        )
      ).map((one) => [one.id, one.name]),
    );
    for (const { row, kind, by = null, text = null, count = null } of told)
      found.push({
        source,
        id: row.id,
        name: names.get(row.id) ?? '',
        collection_id: row.collection_id ?? null,
        kind,
        by,
        text,
        count,
      });
  }
  return found;
}

/** Searches have their turn between rows; how busy the machine is has no effect on what is found. */
function turns(): Pick<LintContext, 'breathe' | 'hasTime'> {
  const breathe = inSlices();
  let spent = 0;
  let since = cpuMilliseconds();
  return {
    hasTime: () => spent + cpuMilliseconds() - since <= lookMilliseconds,
    async breathe() {
      spent += cpuMilliseconds() - since;
      await breathe();
      since = cpuMilliseconds();
    },
  };
}

const microsecondsPerMillisecond = 1000;

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / microsecondsPerMillisecond;
}
