import type { FastifyBaseLogger } from 'fastify';
import type { Awaitable } from '#process-kit/work.ts';
import { InOrder } from '#process-kit/in-order.ts';
import { type Change, changeWithin, firstRelease, reportedChanges, type Who } from './change-release.ts';
import { compareReleases } from './compare-releases.ts';
import { actingRows } from './compiled-release.ts';
import { historyStore, type PastChange } from './history.store.ts';
import type { LiveRelease, ReleaseSettings, SkippedRow } from './live-release.ts';
import { liveReleases } from './live-releases.ts';
import { previewRows, type Previewed } from './preview-rows.ts';
import { cancelPlanned, type Plan, plannedReleases, planWithin, publishPlanned } from './planned.ts';
import { publishAtMidnight, publishBoundaries, type Published, publishWithin } from './publish.ts';
import { previewRestore, restoring, restoreWithin, takeBackRows, type Wanted } from './restore-release.ts';
import type { AnyRuleSource, AnySource, GoesLive, ReleasedRow, RowKey, RuleSource } from './rule-source.ts';
import type { TouchedRows } from './touched-rows.ts';
import { lastKnown, nameOf, readable, type RowPair, type TwoReleases, versionStore } from './versions.store.ts';
import { type WaitingFilter, type WaitingRow, waitingStore, waitingVersion } from './waiting.store.ts';
import { arePairsLive, type Tested, testedPairs } from '#server/rules/experiments/tested-pairs.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** Proxies give up after as long. */
const usualTurnMilliseconds = 60_000;

export type WaitingChange = PastChange & Pick<WaitingRow, 'userId' | 'changedAt' | 'plannedId' | 'heldBy'>;

/** A skipped row by its name, which is null for all rows of a kind together, and for a corrupt row. */
export interface NamedSkippedRow extends SkippedRow {
  readonly name: string | null;
  readonly collectionId: number | null;
}

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly settings: ReleaseSettings;
  readonly now?: () => number;
  /** How long a change waits for the project's other changes before it fails with `DatabaseDownError`. */
  readonly turnMilliseconds?: number;
  /** Resolves once all other threads use the release. */
  readonly reachThreads?: (project: ProjectScope, number: number) => Promise<unknown>;
}

export type Releases = ReturnType<typeof releaseStore>;

/** Releases are numbered, immutable states of all rules and settings of a project. The highest number is live. */
export function releaseStore({
  db,
  log,
  settings,
  now = Date.now,
  turnMilliseconds = usualTurnMilliseconds,
  reachThreads = () => Promise.resolve(),
}: Needs) {
  const rules: AnyRuleSource[] = [];
  const sources = (): readonly AnySource[] => [...settings.sources, ...rules];
  const sourceOf = (key: string) => sources().find((source) => source.key === key);
  const versions = versionStore(db);
  const createFirst = (project: ProjectScope): Promise<number> =>
    db.transaction().execute((handle) => firstRelease(handle, project, sources(), now()));
  const live = liveReleases({
    db,
    log,
    settings,
    sources: rules,
    now,
    createFirst,
  });

  /** Changes of a project run one after the other. Those that wait hold no connection. */
  const turns = new InOrder();
  const inTurn = <Done>({ id }: ProjectScope, work: (db: Database) => Promise<Done>): Promise<Done> =>
    new Promise((resolve, reject) => {
      let isRefused = false;
      const patience = setTimeout(() => {
        isRefused = true;
        reject(new DatabaseDownError(new Error('Changes of the project wait for too long.')));
      }, turnMilliseconds);
      void turns.run(String(id), async () => {
        if (isRefused) return;
        clearTimeout(patience);
        await db.transaction().execute(work).then(resolve, reject);
      });
    });

  /** The change is written; where it can't be read again just now, searches follow later. */
  const reach = (project: ProjectScope, number: number): Promise<unknown> =>
    Promise.all([live.reach(project, number), reachThreads(project, number)]).catch((error: unknown) =>
      log.error({ err: error }, 'A release is not live here yet'),
    );

  async function change<Done>(
    project: ProjectScope,
    changed: Change,
    work: (db: Database, touched: TouchedRows) => Promise<Done>,
  ): Promise<Done> {
    const { done, number } = await inTurn(project, (handle) => changeWithin(handle, project, sources(), changed, work, now));
    crashPoint('release:committed');
    await reach(project, number);
    return done;
  }

  async function liveRowsByKey(project: ProjectScope, keys: readonly RowKey[]): Promise<ReadonlyMap<string, ReleasedRow>> {
    const live = await versions.liveByKey(project, keys);
    return new Map([...live].map(([key, version]) => [key, lastKnown(version)]));
  }

  const publishing = () => ({ db, log, now, sources: sources() });

  return {
    history: historyStore(db),

    add<Row extends ReleasedRow, Prepared>(source: RuleSource<Row, Prepared>): void {
      rules.push(source as unknown as AnyRuleSource);
    },
    ruleKeys: (): readonly string[] => rules.map(({ key }) => key),
    keysOf: (goesLive: GoesLive): readonly string[] =>
      sources().flatMap((source) => (source.goesLive === goesLive ? [source.key] : [])),

    /** One transaction: all writes use the handle. Resolves once searches of this server use the release. */
    change,
    changeWithin: async <Done>(handle: Database, project: ProjectScope, changed: Change, work: (db: Database) => Promise<Done>) =>
      (await changeWithin(handle, project, sources(), changed, work, now)).done,

    /** Makes waiting rows live as they are saved. Throws `waitingMeanwhile` if others wait than those of version `checked`. */
    async publish(project: ProjectScope, who: Who, filter: WaitingFilter = {}, checked?: string): Promise<Published> {
      const published = await inTurn(project, (handle) =>
        publishWithin(handle, project, sources(), { ...who, checked }, filter, now()),
      );
      if (published.number !== null) await reach(project, published.number);
      return published;
    },
    publishAtMidnight: () => publishAtMidnight(publishing()),
    publishBoundaries: () => publishBoundaries(publishing()),
    publishPlanned: () => publishPlanned(publishing()),

    /** Keeps what waits, as it is saved now, for a moment. Throws `waitingMeanwhile` and `tooMany`. */
    plan: (project: ProjectScope, plan: Plan, checked?: string) =>
      inTurn(project, (handle) => planWithin(handle, project, sources(), { ...plan, checked }, now())),
    planned: (project: ProjectScope) => plannedReleases(db, project),
    cancelPlanned: (project: ProjectScope, cancelled: { readonly id: number; readonly userId: number }) =>
      inTurn(project, (handle) => cancelPlanned(handle, project, cancelled, now())),

    /** Covers everything that waits and isn't planned. */
    waitingVersion: async (project: ProjectScope) =>
      waitingVersion(await waitingStore(db).list(project, { unplanned: 'changes' })),
    async waiting(project: ProjectScope, filter?: WaitingFilter): Promise<(WaitingRow & { readonly goesLive: GoesLive })[]> {
      const rows = await waitingStore(db).list(project, filter);
      return rows.map((row) => ({ ...row, goesLive: sourceOf(row.source)?.goesLive ?? 'atOnce' }));
    },
    /** Live and saved rows, at most `listedReleaseChanges`. */
    async waitingChanges(project: ProjectScope): Promise<WaitingChange[]> {
      const listed = reportedChanges(await waitingStore(db).list(project));
      const before = await liveRowsByKey(project, listed);
      const after = new Map<string, ReleasedRow>();
      for (const [key, ofSource] of Map.groupBy(listed, ({ source }) => source)) {
        const ids = ofSource.map(({ id }) => id);
        for (const row of (await sourceOf(key)?.store(db).some(project, ids)) ?? []) after.set(`${key} ${row.id}`, row);
      }
      return listed.map((row) => {
        const key = `${row.source} ${row.id}`;
        return { ...row, before: before.get(key) ?? null, after: after.get(key) ?? null, isLive: false };
      });
    },
    /** Saves waiting rows as they are live. Throws `notFound` for a single row that doesn't wait. */
    takeBack: (project: ProjectScope, userId: number, filter: WaitingFilter): Promise<void> =>
      change(project, { userId, reason: 'take back' }, (handle) => takeBackRows(handle, project, sources(), filter, userId)),

    /** Throws `notFound`, `releaseNotKept`, or `releaseMeanwhile` if another release than `seen` is live. Returns rows that stay as they are. */
    restore: (project: ProjectScope, userId: number, { seen, ...wanted }: Wanted & { readonly seen?: number | undefined }) =>
      change(project, restoring(userId, wanted, sources()), (handle, touched) =>
        restoreWithin(handle, project, sources(), wanted, { userId, touched, seen }),
      ),
    /** The rows that differ between live search and B of an A/B test. Throws `notFound` and `releaseNotKept`. */
    pairsOf: (project: ProjectScope, collectionId: number, tested: Tested) =>
      testedPairs(db, project, sources(), collectionId, tested, now()),
    /** The release that searches would use with these rows. */
    previewPairs: (project: ProjectScope, pairs: readonly RowPair[]): Promise<LiveRelease> =>
      live.preview(project, null, () => Promise.resolve({ removed: pairs, put: pairs.flatMap(({ after }) => after ?? []) })),
    arePairsLive: (project: ProjectScope, pairs: readonly RowPair[]) => arePairsLive(db, project, pairs),
    /** Makes B of an A/B test live, unless its rows have changed since: then it resolves to false. `work` writes in the same transaction. */
    publishPairs: (
      project: ProjectScope,
      { userId, pairs, work }: { userId: number; pairs: readonly RowPair[]; work: (db: Database) => Promise<unknown> },
    ): Promise<boolean> =>
      change(project, { userId, reason: 'experiment', live: sources().map(({ key }) => key) }, async (handle, touched) => {
        if (!(await arePairsLive(handle, project, pairs))) return false;
        await restoreWithin(handle, project, sources(), { pairs }, { userId, touched });
        await work(handle);
        return true;
      }),
    /** Resolves once searches of this server use the A/B tests that run now. */
    reread: live.reread,
    previewRestore: (project: ProjectScope, wanted: Wanted) => previewRestore(db, project, sources(), wanted),
    compare: (project: ProjectScope, two: TwoReleases) => compareReleases(db, project, sources(), two),
    thin: () => historyStore(db).thin(now()),

    /** At once where this server has looked within the last second. */
    live: (project: ProjectScope): Awaitable<LiveRelease> => live.live(project),
    /** Resolves once searches of this server use that release, or a later one. */
    reached: reach,
    createFirst,
    forget: (project: ProjectScope): void => live.forget(project),
    /** What searches would use; nothing is saved. Throws `notFound` and `releaseNotKept`. */
    preview: (project: ProjectScope, previewed: Previewed): Promise<LiveRelease> =>
      live.preview(project, typeof previewed.from === 'number' ? previewed.from : null, () =>
        previewRows(db, project, sources(), previewed, now()),
      ),
    acting: async (project: ProjectScope, source: string): Promise<readonly ReleasedRow[]> =>
      actingRows(await live.current(project), source),
    async skippedRows(project: ProjectScope): Promise<NamedSkippedRow[]> {
      const { skipped } = await live.live(project);
      const rows = await liveRowsByKey(
        project,
        skipped.flatMap(({ source, id }) => (id === null ? [] : { source, id })),
      );
      return skipped.map((row) => {
        const [source, known] = [sourceOf(row.source), rows.get(`${row.source} ${row.id}`)];
        return { ...row, name: source && known ? nameOf(source, known) : null, collectionId: known?.collection_id ?? null };
      });
    },

    nameIn(key: string): (row: ReleasedRow) => string {
      const source = foundIn(sourceOf(key), 'record');
      return (row) => nameOf(source, row);
    },
    async names(project: ProjectScope, keys: readonly RowKey[]): Promise<(RowKey & { readonly name: string })[]> {
      const rows = await liveRowsByKey(project, keys);
      return keys.map(({ source: key, id }) => {
        const [source, row] = [sourceOf(key), rows.get(`${key} ${id}`)];
        return { source: key, id, name: source && row ? nameOf(source, row) : `#${id}` };
      });
    },
    async liveRows(project: ProjectScope, key: string): Promise<ReleasedRow[]> {
      const rows: ReleasedRow[] = [];
      const breathe = inSlices();
      for await (const part of versions.inRelease(project, key, await versions.number(project)))
        for (const version of part) {
          rows.push(...[readable(version) ?? []].flat());
          await breathe();
        }
      return rows;
    },
    /** null for a row that isn't live, or is corrupt. `since` is the release that left it like that. */
    async liveRow(project: ProjectScope, { source: key, id }: RowKey) {
      const source = sourceOf(key);
      const [version] = source ? await versions.live(project, key, [id]) : [];
      const row = source && version && readable(version);
      if (!row) return null;
      return { row, since: version.from_number, isActing: version.is_in_force === 1 && row.is_active !== false };
    },
    isSaved: async (project: ProjectScope, { source: key, id }: RowKey): Promise<boolean> =>
      ((await sourceOf(key)?.store(db).some(project, [id])) ?? []).length > 0,

    /** Copies all rules and settings of a project to another one that has its collections, within a change of that one. */
    async copyRules(handle: Database, from: ProjectScope, to: ProjectScope, isWanted = (_key: string) => true): Promise<void> {
      for (const source of sources()) if (isWanted(source.key)) await source.store(handle).copy(from, to);
    },
  };
}
