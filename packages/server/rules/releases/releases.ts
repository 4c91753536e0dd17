import type { FastifyBaseLogger } from 'fastify';
import { InOrder } from '#process-kit/in-order.ts';
import { type Change, changeWithin, firstRelease, type Who } from './change-release.ts';
import { type ComparedReleases, compareReleases, groupedChanges, type TwoReleases } from './restore/compare-releases.ts';
import { heldRows, type LiveRow, liveRowOf, liveRowsOf } from './restore/held-rows.ts';
import { historyStore } from './history.store.ts';
import { type LeftOutRow, leftOutRows } from './left-out-rows.ts';
import type { LiveRelease, ReleaseSettings } from './live-release.ts';
import { LiveReleases } from './live-releases.ts';
import { publishAtMidnight } from './midnight.ts';
import { publishBoundaries } from './waiting/publish-boundaries.ts';
import { type Published, publishWithin } from './waiting/publish-waiting.ts';
import {
  previewRules,
  previewWithin,
  type Restored,
  type RestorePreview,
  restoring,
  restoreWithin,
  together,
  touchesSettings,
} from './restore/restore-release.ts';
import type { Wanted } from './restore/restore-plan.ts';
import { takeBackRow, takeBackRows } from './restore/restore-rows.ts';
import { thinReleases } from './retention.ts';
import { nameOf, rowNames } from './row-names.ts';
import type { AnyRuleSource, AnySource, GoesLive, ReleasedRow, RuleSource } from './rule-source.ts';
import type { TouchedRows } from './touched-rows.ts';
import { type Tried, triedRows } from './tried-rows.ts';
import { type WaitingChange, waitingChanges } from './waiting/waiting-changes.ts';
import { type RowKey, type WaitingFilter, type WaitingRow, waitingRowStore } from './waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { DatabaseDownError } from '#server/db/database-down.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/found-in.ts';
import { undone } from '#server/db/undone.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

type Write<Done> = (db: Database) => Promise<Done>;
type NotedWrite<Done> = (db: Database, touched: TouchedRows) => Promise<Done>;

/** Releases: numbered, immutable states of all that searches of a project go by. The highest number is live. */
export interface Releases {
  /** Makes a kind of rule part of every release. */
  add<Row extends ReleasedRow, Prepared>(source: RuleSource<Row, Prepared>): void;
  /**
   * Writes, and makes what it changed the next release, in one transaction; what waits for its moment is noted. All writes have to use
   * the handle. Searches on this server use the release once it comes back. A change that changes no rule and no setting makes no
   * release.
   */
  change<Done>(project: ProjectScope, change: Change, work: Write<Done>): Promise<Done>;
  /** The same within a transaction that is there already. Searches follow when it has ended. */
  changeWithin<Done>(db: Database, project: ProjectScope, change: Change, work: Write<Done>): Promise<Done>;
  /** Makes waiting rows live as they are saved. `also` writes in the same transaction. */
  publish(
    project: ProjectScope,
    who: Who,
    filter?: WaitingFilter,
    also?: (db: Database, published: Published) => Promise<void>,
  ): Promise<Published>;
  waiting(project: ProjectScope, filter?: WaitingFilter): Promise<(WaitingRow & { readonly goesLive: GoesLive })[]>;
  /** What the next midnight will change, row by row. Only the first of very many. */
  waitingChanges(project: ProjectScope): Promise<WaitingChange[]>;
  /** Saves a waiting row as it is live again. Throws `notFound` for one that doesn't wait. */
  takeBack(project: ProjectScope, userId: number, row: RowKey): Promise<void>;
  /** The same for all waiting rows that are meant, in one transaction. */
  takeBackAll(project: ProjectScope, userId: number, filter: WaitingFilter): Promise<void>;
  /**
   * Makes the rows of an earlier release, or one of them, the next release. Throws `notFound`, `releaseNotKept`, or `releaseMeanwhile` where
   * another release than `seen` is live by now.
   */
  restore(project: ProjectScope, userId: number, wanted: Wanted & { readonly seen?: number | undefined }): Promise<Restored>;
  /** What restoring would change, and changes nothing. Throws the same. */
  previewRestore(project: ProjectScope, wanted: Wanted): Promise<RestorePreview>;
  /** What one release holds in another way than another one. Throws `notFound` or `releaseNotKept`. */
  compare(project: ProjectScope, releases: TwoReleases): Promise<ComparedReleases>;
  /** Rows that a comparison tells as one, a page of them. Throws the same. */
  groupedChanges(project: ProjectScope, wanted: Parameters<typeof groupedChanges>[3]): ReturnType<typeof groupedChanges>;
  /** Rows of a source that the live release holds and that are in force. */
  acting(project: ProjectScope, source: string): Promise<readonly ReleasedRow[]>;
  /** What people know rows of a source by. */
  nameIn(source: string): (row: ReleasedRow) => string;
  /** The same of rows that are live. */
  names(project: ProjectScope, rows: readonly RowKey[]): Promise<(RowKey & { readonly name: string })[]>;
  /** All rows that a release holds, by source. Throws `notFound` or `releaseNotKept`. */
  held(project: ProjectScope, number: number): Promise<ReadonlyMap<string, readonly ReleasedRow[]>>;
  /** Keys of all kinds of rules. */
  ruleKeys(): readonly string[];
  /** Gives up what is held in memory of a project that nobody searches any more. */
  forget(project: ProjectScope): void;
  /** Keys of the sources that go live then. */
  keysOf(goesLive: GoesLive): readonly string[];
  /** Copies all rules and settings of one project to another that has its collections, which a change of that one has to enclose. */
  copyRules(db: Database, from: ProjectScope, to: ProjectScope): Promise<void>;
  /** What searches use now. While the database can't be asked, what they used last. */
  live(project: ProjectScope): Promise<LiveRelease>;
  /** Comes back once searches of this server use that release, or a later one. */
  reached(project: ProjectScope, number: number): Promise<void>;
  /** What searches would use if something else were live. Nothing is saved. Throws `notFound` and `releaseNotKept`. */
  tried(project: ProjectScope, tried: Tried): Promise<LiveRelease>;
  /** Rows of one source that are live, as saved; without those that can't be read. */
  liveRows(project: ProjectScope, source: string): Promise<ReleasedRow[]>;
  /** One row as it is live; null for one that isn't, or can't be read. */
  liveRow(project: ProjectScope, row: RowKey): Promise<LiveRow | null>;
  /** Whether there is such a row as it is saved, live or not. */
  isSaved(project: ProjectScope, row: RowKey): Promise<boolean>;
  /** Rows that the live release holds and searches do without, by their names. */
  leftOut(project: ProjectScope): Promise<LeftOutRow[]>;
  readonly history: ReturnType<typeof historyStore>;
  /** Makes live what waited for a midnight that has come. */
  publishAtMidnight(): Promise<void>;
  /** Makes live that rules began or ended. */
  publishBoundaries(): Promise<void>;
  /** Forgets the rows of old releases. */
  thin(): Promise<void>;
}

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly settings: ReleaseSettings;
  readonly now?: () => number;
  /** A change that waits for longer for those of its project before it is refused with `DatabaseDownError`. */
  readonly turnMilliseconds?: number;
}

/** As long as proxies wait: with a database that takes seconds for each statement, nobody would wait for what comes after it. */
const usualTurnMilliseconds = 60_000;

export function releaseStore({ db, log, settings, now = Date.now, turnMilliseconds = usualTurnMilliseconds }: Needs): Releases {
  const rules: AnyRuleSource[] = [];
  const sources = (): readonly AnySource[] => [...settings.sources, ...rules];
  const keysOf = (goesLive: GoesLive) => sources().flatMap((source) => (source.goesLive === goesLive ? [source.key] : []));
  const inTransaction = <Done>(work: Write<Done>): Promise<Done> => db.transaction().execute(work);
  /** Changes of one project come one after the other anyway. Those that wait hold no connection, which others may need. */
  const turns = new InOrder();
  const inTurn = <Done>({ id }: ProjectScope, work: Write<Done>): Promise<Done> =>
    new Promise((resolve, reject) => {
      let isRefused = false;
      const patience = setTimeout(() => {
        isRefused = true;
        reject(new DatabaseDownError(new Error('Changes of the project wait for too long.')));
      }, turnMilliseconds);
      void turns.run(String(id), async () => {
        if (isRefused) return;
        clearTimeout(patience);
        await inTransaction(work).then(resolve, reject);
      });
    });
  const changeIn = <Done>(handle: Database, project: ProjectScope, change: Change, work: NotedWrite<Done>) =>
    changeWithin(handle, project, sources(), change, work, now);
  const live = new LiveReleases({
    db,
    log,
    settings,
    sources: rules,
    now,
    makeFirst: (project) => inTransaction((handle) => firstRelease(handle, project, sources(), now())),
  });

  /** What is written is written; where it can't be read again just now, searches follow later. */
  const reach = (project: ProjectScope, number: number): Promise<void> =>
    live.reach(project, number).catch((error: unknown) => log.error({ err: error }, 'A release is not live here yet'));

  async function change<Done>(project: ProjectScope, changed: Change, work: NotedWrite<Done>): Promise<Done> {
    const { done, number } = await inTurn(project, (handle) => changeIn(handle, project, changed, work));
    crashPoint('release:committed');
    await reach(project, number);
    return done;
  }

  return {
    add(source) {
      rules.push(source as unknown as AnyRuleSource);
    },
    keysOf,
    ruleKeys: () => rules.map(({ key }) => key),
    forget: (project) => live.forget(project),
    change,
    async changeWithin(handle, project, changed, work) {
      return (await changeIn(handle, project, changed, work)).done;
    },
    async publish(project, who, filter = {}, also = () => Promise.resolve()) {
      const published = await inTurn(project, async (handle) => {
        const done = await publishWithin(handle, project, sources(), who, filter, now());
        await also(handle, done);
        return done;
      });
      if (published.number !== null) await reach(project, published.number);
      return published;
    },
    async waiting(project, filter) {
      const kinds = new Map(sources().map((source) => [source.key, source.goesLive]));
      const rows = await waitingRowStore(db).list(project, filter);
      return rows.map((row) => ({ ...row, goesLive: kinds.get(row.source) ?? 'atOnce' }));
    },
    waitingChanges: (project) => waitingChanges(db, project, sources()),
    async takeBack(project, userId, row) {
      await change(project, { userId, reason: 'take back' }, (handle) => takeBackRow(handle, project, sources(), row, userId));
    },
    async takeBackAll(project, userId, filter) {
      await change(project, { userId, reason: 'take back' }, (handle) =>
        takeBackRows(handle, project, sources(), filter, userId),
      );
    },
    restore: (project, userId, { seen, ...wanted }) =>
      change(project, restoring(userId, wanted, sources()), (handle, touched) =>
        restoreWithin(handle, project, sources(), wanted, { userId, touched, seen }),
      ),
    async previewRestore(project, wanted) {
      const ofRules = await previewRules(db, project, rules, wanted);
      if (!(await touchesSettings(db, project, settings.sources, wanted))) return ofRules;
      const tried = await turns.run(String(project.id), () =>
        undone(db, (handle) => previewWithin(handle, project, settings.sources, wanted, now)),
      );
      return together(tried, ofRules);
    },
    compare: (project, two) => compareReleases(db, project, sources(), two),
    groupedChanges: (project, wanted) => groupedChanges(db, project, sources(), wanted),
    async acting(project, key) {
      const ofKey = sources().filter((source) => source.key === key);
      const { number } = await live.live(project);
      return (await heldRows(db, project, ofKey, number, { isActing: true })).get(key) ?? [];
    },
    nameIn(key) {
      const source = foundIn(sources().find((one) => one.key === key) ?? null, 'record');
      return (row) => nameOf(source, row);
    },
    names: (project, rows) => rowNames(db, project, sources(), rows),
    held: (project, number) => heldRows(db, project, sources(), number),
    async copyRules(handle, from, to) {
      for (const source of sources()) await source.store(handle).copy(from, to);
    },
    live: (project) => live.live(project),
    reached: reach,
    tried: (project, tried) =>
      live.tried(project, typeof tried.from === 'number' ? tried.from : null, () =>
        triedRows(db, project, sources(), tried, now()),
      ),
    liveRows: (project, key) =>
      liveRowsOf(db, project, foundIn(sources().find((source) => source.key === key) ?? null, 'record')),
    async isSaved(project, { source: key, id }) {
      const source = sources().find((one) => one.key === key);
      return source !== undefined && (await source.store(db).some(project, [id])).length > 0;
    },
    liveRow: (project, row) => liveRowOf(db, project, sources(), row),
    leftOut: async (project) => leftOutRows(db, project, sources(), (await live.live(project)).skipped),
    history: historyStore(db),
    publishAtMidnight: () =>
      publishAtMidnight({
        db,
        log,
        now,
        sources: () => keysOf('atMidnight'),
        publish: (handle, project, filter) =>
          publishWithin(handle, project, sources(), { userId: null, reason: 'midnight' }, filter, now()),
      }),
    publishBoundaries: () => publishBoundaries({ db, log, now, sources }),
    thin: () => thinReleases(db, now()),
  };
}
