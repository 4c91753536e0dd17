import type { FastifyBaseLogger } from 'fastify';
import { type CompiledRelease, compileRelease, type VersionChanges } from './compiled-release.ts';
import type { LiveRelease, LiveVariant, ReleaseSettings } from './live-release.ts';
import type { CompiledSource } from './rule-source.ts';
import { alwaysInForce, readable, validityAt, versionStore } from './versions.store.ts';
import { type RunningExperiment, runningExperiments } from '#server/rules/experiments/experiments.store.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { after, type Awaitable } from '#process-kit/work.ts';
import type { Database } from '#server/db/schema.ts';
import { lastKnown } from '#server/db/last-known.ts';

/** How long another server may still search with the release before the newest. */
const freshMilliseconds = 1000;
/** Versions since an older look may be deleted already, so the release is loaded whole. */
const followedMilliseconds = 24 * 60 * 60 * 1000;
const maximumContentCharacters = 32 * 1024 * 1024;

interface Known {
  readonly compiled: CompiledRelease;
  /** `compiled.release`, with the variants of running A/B tests. */
  readonly live: LiveRelease;
  readonly experiments: string;
  readonly running: readonly RunningExperiment[];
  /** When a row of a variant begins or ends, in epoch milliseconds. */
  readonly changesAt: number;
  readonly checkedAt: number;
}

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly settings: ReleaseSettings;
  readonly sources: readonly CompiledSource[];
  readonly now: () => number;
  readonly createFirst: (project: ProjectScope) => Promise<number>;
}

export function liveReleases({ db, log, settings, sources, now, createFirst }: Needs) {
  const versions = versionStore(db);
  const experimentStore = runningExperiments(db);
  let isDown = false;
  const known = lastKnown<Known>({
    freshMilliseconds,
    maximum: maximumContentCharacters,
    sizeOf: ({ compiled }) => compiled.size,
    now,
    async read(key): Promise<Known> {
      const last: Known | undefined = known.peek(key);
      const checkedAt = now();
      try {
        const next = await readNow({ id: Number(key) }, last, checkedAt);
        isDown = false;
        return next;
      } catch (error) {
        if (!last) throw error;
        if (!isDown) log.error({ err: error }, 'Releases can’t be read; searches go on with what is in memory');
        isDown = true;
        return { ...last, checkedAt };
      }
    },
  });

  async function readNow(project: ProjectScope, last: Known | undefined, checkedAt: number): Promise<Known> {
    const { number, experiments } = await experimentStore.state(project);
    const compiled = await compiledAt(project, number || (await createFirst(project)), last, checkedAt);
    const areSame = last?.experiments === experiments;
    if (areSame && last.compiled === compiled && checkedAt < last.changesAt) return { ...last, checkedAt };
    const running = areSame ? last.running : experiments === '' ? [] : await experimentStore.list(project);
    return { compiled, experiments, running, checkedAt, ...(await withVariants(project, compiled, running, checkedAt)) };
  }

  async function withVariants(
    project: ProjectScope,
    compiled: CompiledRelease,
    running: readonly RunningExperiment[],
    moment: number,
  ): Promise<Pick<Known, 'live' | 'changesAt'>> {
    const { release } = compiled;
    if (running.length === 0) return { live: release, changesAt: Infinity };
    const variants = new Map<number, LiveVariant>();
    let changesAt = Infinity;
    for (const { id: experimentId, collectionId, share, isMixed, pairs } of running) {
      const put = pairs.flatMap(({ after }) => {
        const row = after && readable(after);
        return after ? [{ ...after, ...(row ? validityAt(row, moment) : alwaysInForce) }] : [];
      });
      for (const { changes_at: at } of put) changesAt = Math.min(changesAt, at ?? Infinity);
      const variant = await compileRelease(needsOf(project), compiled, release.number, [{ removed: pairs, put }]);
      variants.set(collectionId, { experimentId, share, isMixed, release: variant.release });
    }
    return { live: { ...release, variants }, changesAt };
  }

  async function compiledAt(
    project: ProjectScope,
    number: number,
    last: Known | undefined,
    moment: number,
  ): Promise<CompiledRelease> {
    const before = last && moment - last.checkedAt < followedMilliseconds ? last.compiled : null;
    if (before?.release.number === number) return before;
    const isFollowed = before !== null && before.release.number < number;
    const changes = isFollowed ? [await changesBetween(project, before.release.number, number)] : allVersions(project, number);
    const compiled = await compileRelease(needsOf(project), isFollowed ? before : null, number, changes);
    const reported = new Set(last?.compiled.release.skipped.map(({ source, id }) => `${source} ${id}`));
    for (const { source, id, reason } of compiled.release.skipped)
      if (!reported.has(`${source} ${id}`))
        log.error({ project: project.id, source, row: id, reason }, 'A rule is skipped in searches');
    return compiled;
  }

  const needsOf = ({ id }: ProjectScope) => ({
    settings,
    sources,
    onFailure: (source: string, error: unknown): void =>
      log.error({ err: error, project: id, source }, 'A rule failed on a query, which was searched without it'),
  });

  async function changesBetween(project: ProjectScope, from: number, to: number): Promise<VersionChanges> {
    const pairs = await versions.differing(project, { from, to });
    return { removed: pairs, put: pairs.flatMap(({ after }) => after ?? []) };
  }

  async function* allVersions(project: ProjectScope, number: number): AsyncGenerator<VersionChanges> {
    for (const { key } of [...settings.sources, ...sources])
      for await (const put of versions.inRelease(project, key, number)) yield { removed: [], put };
  }

  const current = ({ id }: ProjectScope): Awaitable<CompiledRelease> => after(known.get(String(id)), ({ compiled }) => compiled);

  return {
    current,
    live: ({ id }: ProjectScope): Awaitable<LiveRelease> => after(known.get(String(id)), ({ live }) => live),
    /** Resolves once searches of this server use the A/B tests that run now. */
    async reread({ id }: ProjectScope): Promise<void> {
      known.outdate(String(id));
      await known.reread(String(id));
    },

    /** The release that searches would use with these changes, after looking for a newer one. */
    async preview(project: ProjectScope, number: number | null, changes: () => Promise<VersionChanges>): Promise<LiveRelease> {
      const { compiled } = await known.reread(String(project.id));
      const { removed, put } = await changes();
      if (removed.length === 0 && put.length === 0) return compiled.release;
      return (await compileRelease(needsOf(project), compiled, number ?? compiled.release.number, [{ removed, put }])).release;
    },

    /** Resolves once searches use this release or a newer one; at once where this server doesn't search the project. */
    async reach({ id }: ProjectScope, number: number): Promise<void> {
      const key = String(id);
      for (let last = known.peek(key); last || known.isReading(key); last = known.peek(key)) {
        if ((last?.compiled.release.number ?? 0) >= number) return;
        if ((await known.reread(key)).compiled.release.number >= number || isDown) return;
      }
    },

    forget: ({ id }: ProjectScope): void => known.forget(String(id)),
  };
}
