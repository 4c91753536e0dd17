import type { FastifyBaseLogger } from 'fastify';
import { type CompiledRelease, compileRelease, type VersionChanges } from './compiled-release.ts';
import type { LiveRelease, ReleaseSettings } from './live-release.ts';
import type { CompiledSource } from './rule-source.ts';
import { versionStore } from './versions.store.ts';
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
        const compiled = await compiledNow({ id: Number(key) }, last, checkedAt);
        isDown = false;
        return { compiled, checkedAt };
      } catch (error) {
        if (!last) throw error;
        if (!isDown) log.error({ err: error }, 'Releases can’t be read; searches go on with what is in memory');
        isDown = true;
        return { ...last, checkedAt };
      }
    },
  });

  async function compiledNow(project: ProjectScope, last: Known | undefined, moment: number): Promise<CompiledRelease> {
    const number = (await versions.number(project)) || (await createFirst(project));
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
    live: (project: ProjectScope): Awaitable<LiveRelease> => after(current(project), ({ release }) => release),

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
