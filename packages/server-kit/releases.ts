import { createAnalyser, type Analyser } from '#engine/analysis/analyser.ts';
import type { CompileRule, Rule } from '#engine/pipeline.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import type { ProjectScope, RuleStore } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** Where one kind of rule comes from: its rows as stored, and how they become a step of the pipeline. */
export interface RuleSource<Row> {
  readonly name: string;
  readonly store: RuleStore<Row>;
  readonly compile: CompileRule<Row>;
}

/** How items of a collection are shown, and what of them is completed. */
export interface FrontSettings {
  /** The field whose value is shown as an item's name; null for none in particular. */
  readonly nameField: string | null;
  /** Fields that shops don't get. */
  readonly hidden: readonly string[];
  /** Searched fields that take part in autocomplete. */
  readonly autocomplete: readonly string[];
}

export interface CollectionRelease extends CollectionRelevance {
  /** Absent in releases from before there was a choice. */
  readonly front?: FrontSettings;
}

/** The relevance of a project's collections by collection id, as a release holds it. */
export type RelevanceByCollection = Readonly<Record<string, CollectionRelease>>;

/** What searches use: compiled once, held in memory. */
export interface LiveRelease {
  readonly number: number;
  readonly rules: readonly Rule[];
  readonly relevance: RelevanceByCollection;
}

interface Content {
  readonly language: string;
  readonly relevance: RelevanceByCollection;
  readonly rows: Readonly<Record<string, readonly unknown[]>>;
}

export interface Releases {
  /** Makes a kind of rule part of every release. */
  add<Row>(source: RuleSource<Row>): void;
  /** Snapshots all rules and relevance settings of the project as its next release and makes it live. */
  publish(project: ProjectScope, change: { userId: number | null; reason: string }): Promise<number>;
  /** Copies all rules of one project to another, without publishing them. */
  copyRules(from: ProjectScope, to: ProjectScope): Promise<void>;
  /** The live release; one without rules before anything was published. */
  live(project: ProjectScope): Promise<LiveRelease>;
}

/** How long another server may still search with the release before the newest. */
const freshMilliseconds = 1000;

interface Cached {
  readonly release: LiveRelease;
  checkedAt: number;
}

/** Releases: immutable, numbered snapshots in a table; the highest number is live. */
export function releaseStore(
  db: Database,
  loadRelevance: (project: ProjectScope) => Promise<{ language: string; relevance: RelevanceByCollection }>,
  now: () => number = Date.now,
): Releases {
  const sources: RuleSource<unknown>[] = [];
  const cache = new Map<number, Cached>();
  const analysers = new Map<string, Analyser>();
  const analyserOf = (language: string): Analyser => {
    const known = analysers.get(language) ?? createAnalyser(language);
    analysers.set(language, known);
    return known;
  };

  function compile(number: number, { language, relevance, rows }: Content): LiveRelease {
    const rules = sources.map(({ name, compile: compileRule }) => compileRule(rows[name] ?? [], analyserOf(language)));
    return { number, rules, relevance };
  }

  const newest = (project: ProjectScope) =>
    db.selectFrom('release').where('project_id', '=', project.id).orderBy('number', 'desc').limit(1);

  async function snapshot(project: ProjectScope): Promise<Content> {
    const rows: Record<string, unknown[]> = {};
    for (const source of sources) rows[source.name] = await source.store.all(project);
    return { ...(await loadRelevance(project)), rows };
  }

  async function insertNext(
    project: ProjectScope,
    content: Content,
    { userId, reason }: { userId: number | null; reason: string },
  ): Promise<number> {
    for (;;) {
      const last = await newest(project).select('number').executeTakeFirst();
      const number = (last?.number ?? 0) + 1;
      const added = await db
        .insertInto('release')
        .values({ project_id: project.id, number, user_id: userId, reason, content: JSON.stringify(content), created_at: now() })
        .onConflict((conflict) => conflict.columns(['project_id', 'number']).doNothing())
        .returning('id')
        .executeTakeFirst();
      // Another server took the number in the meantime: the next one is ours.
      if (added) return number;
    }
  }

  return {
    add(source) {
      sources.push(source as RuleSource<unknown>);
    },
    async publish(project, change) {
      const content = await snapshot(project);
      const number = await insertNext(project, content, change);
      cache.set(project.id, { release: compile(number, content), checkedAt: now() });
      return number;
    },
    async copyRules(from, to) {
      for (const source of sources) await source.store.copy(from, to);
    },
    async live(project) {
      const cached = cache.get(project.id);
      if (cached && now() - cached.checkedAt < freshMilliseconds) return cached.release;
      const last = await newest(project).select('number').executeTakeFirst();
      if (cached && last?.number === cached.release.number) {
        cached.checkedAt = now();
        return cached.release;
      }
      const row = await newest(project).select(['number', 'content']).executeTakeFirst();
      const release = row ? compile(row.number, JSON.parse(row.content) as Content) : { number: 0, rules: [], relevance: {} };
      cache.set(project.id, { release, checkedAt: now() });
      return release;
    },
  };
}
