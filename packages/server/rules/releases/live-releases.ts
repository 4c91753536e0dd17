import type { FastifyBaseLogger } from 'fastify';
import { CompiledProject, type RowChanges } from './compiled-project.ts';
import type { LiveRelease, ReleaseSettings } from './live-release.ts';
import { releasedRowStore, rowsAtOnce, type StoredVersion } from './released-rows.store.ts';
import type { AnyRuleSource } from './rule-source.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { withinPatience } from '#server/last-known.ts';

/** How long another server may still search with the release before the newest. */
const freshMilliseconds = 1000;
/** A release that was last looked at longer ago is loaded whole: what came between may be forgotten already. */
const followedMilliseconds = 24 * 60 * 60 * 1000;
/** Compiled releases are held up to so many characters of stored content; those searched longest ago leave first. */
const heldContentCharacters = 32 * 1024 * 1024;

interface Held {
  readonly compiled: CompiledProject;
  readonly release: LiveRelease;
  checkedAt: number;
  /** While it is brought to a later release, and for good when that fails. */
  isBetween: boolean;
}

type Loaded = Pick<Held, 'compiled' | 'release'>;

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly settings: ReleaseSettings;
  readonly sources: readonly AnyRuleSource[];
  readonly now: () => number;
  /** Makes the first release of a project that has none. */
  readonly makeFirst: (project: ProjectScope) => Promise<number>;
}

/** The live releases of the projects that are searched here, compiled, and brought up to date by what changed. */
export class LiveReleases {
  readonly #needs: Needs;
  readonly #held = new Map<number, Held>();
  readonly #loading = new Map<number, Promise<Held>>();
  /** Projects whose loading takes longer than a search waits. */
  readonly #slow = new Set<number>();
  #isDown = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async live(project: ProjectScope): Promise<LiveRelease> {
    const held = this.#held.get(project.id);
    if (held && (this.#slow.has(project.id) || this.#needs.now() - held.checkedAt < freshMilliseconds)) return held.release;
    const refreshed = this.#refreshed(project).then(({ release }) => release);
    if (!held) return refreshed;
    return withinPatience(refreshed, held.release, () => {
      if (this.#loading.has(project.id)) this.#slow.add(project.id);
    });
  }

  /** What searches would use with these changes. Costs what changes, unless the language of the project does. */
  async tried(project: ProjectScope, number: number | null, changes: () => Promise<RowChanges>): Promise<LiveRelease> {
    const { compiled, release } = await this.#refreshed(project);
    const { removed, put } = await changes();
    if (removed.length === 0 && put.length === 0) return release;
    return compiled.changed(number ?? release.number, { removed, put });
  }

  /** Comes back once searches use this release, or a later one. Where nobody searches, the next search does. */
  async reach(project: ProjectScope, number: number): Promise<void> {
    while (this.#held.has(project.id) || this.#loading.has(project.id)) {
      if ((this.#held.get(project.id)?.release.number ?? 0) >= number) return;
      if ((await this.#refreshed(project)).release.number >= number || this.#isDown) return;
    }
  }

  forget(project: ProjectScope): void {
    this.#held.delete(project.id);
  }

  /** All who ask at once wait for the same work. */
  #refreshed(project: ProjectScope): Promise<Held> {
    const running = this.#loading.get(project.id);
    if (running) return running;
    const loading = this.#refresh(project).finally(() => {
      this.#loading.delete(project.id);
      this.#slow.delete(project.id);
    });
    this.#loading.set(project.id, loading);
    return loading;
  }

  async #refresh(project: ProjectScope): Promise<Held> {
    const { now, log } = this.#needs;
    const held = this.#held.get(project.id);
    const startedAt = now();
    try {
      const isFollowed = held && !held.isBetween && startedAt - held.checkedAt < followedMilliseconds;
      const next = (isFollowed ? await this.#follow(project, held) : null) ?? (await this.#load(project));
      this.#isDown = false;
      return this.#keep(project, { ...next, checkedAt: startedAt, isBetween: false });
    } catch (error) {
      if (!held) throw error;
      if (!this.#isDown) log.error({ err: error }, 'Releases can’t be read; searches go on with what is in memory');
      this.#isDown = true;
      held.checkedAt = startedAt;
      return held;
    }
  }

  /** null where what is held can't be brought up to date. */
  async #follow(project: ProjectScope, held: Held): Promise<Loaded | null> {
    const { compiled, release } = held;
    const stored = releasedRowStore(this.#needs.db);
    const number = await stored.number(project);
    if (number === release.number) return { compiled, release };
    if (number < release.number) return null;
    const { begun, ended } = await stored.between(project, release.number, number);
    held.isBetween = true;
    const language = compiled.language;
    for (const version of ended) compiled.remove(version);
    for (const version of begun) if (compiled.isSetting(version.source)) compiled.putSetting(version);
    if (compiled.language !== language) return null;
    await compiled.putRules(
      begun.filter(({ source }) => !compiled.isSetting(source)),
      language,
    );
    return { compiled, release: this.#told(project, await compiled.release(number), release) };
  }

  async #load(project: ProjectScope): Promise<Loaded> {
    const { db, log, settings, sources, makeFirst } = this.#needs;
    const number = (await releasedRowStore(db).number(project)) || (await makeFirst(project));
    const compiled = new CompiledProject(settings, sources, (source, error) =>
      log.error({ err: error, project: project.id, source }, 'A rule failed on a query, which was searched without it'),
    );
    for (const { key } of settings.sources)
      for await (const versions of this.#versions(project, key, number)) versions.forEach((one) => compiled.putSetting(one));
    const { language } = compiled;
    for (const { key } of sources)
      for await (const versions of this.#versions(project, key, number)) await compiled.putRules(versions, language);
    return { compiled, release: this.#told(project, await compiled.release(number), null) };
  }

  async *#versions(project: ProjectScope, key: string, number: number): AsyncGenerator<readonly StoredVersion[]> {
    const stored = releasedRowStore(this.#needs.db);
    for (let after = 0; ;) {
      const versions = await stored.heldFollowing(project, key, number, after);
      yield versions;
      if (versions.length < rowsAtOnce) return;
      after = versions.at(-1)?.row_id ?? after;
    }
  }

  #told(project: ProjectScope, release: LiveRelease, before: LiveRelease | null): LiveRelease {
    const known = new Set(before?.skipped.map(({ source, id }) => `${source} ${id}`));
    for (const { source, id, reason } of release.skipped)
      if (!known.has(`${source} ${id}`))
        this.#needs.log.error({ project: project.id, source, row: id, reason }, 'A rule was left out of searches');
    return release;
  }

  #keep(project: ProjectScope, held: Held): Held {
    this.#held.delete(project.id);
    this.#held.set(project.id, held);
    let characters = [...this.#held.values()].reduce((sum, { compiled }) => sum + compiled.contentLength, 0);
    for (const [id, { compiled }] of this.#held) {
      if (characters <= heldContentCharacters || id === project.id) break;
      characters -= compiled.contentLength;
      this.#held.delete(id);
    }
    return held;
  }
}
