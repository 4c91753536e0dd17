import type { FastifyBaseLogger } from 'fastify';
import { releasedSettings } from '#features/data/collections/server/released-settings.store.ts';
import { charFilterRule } from '#features/developer/chars-filter/chars-filter.rule.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { charFilterRows } from '#features/developer/chars-filter/chars-filter.store.ts';
import { synonymRule } from '#features/search-settings/synonyms/synonyms.rule.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import { ruleSource } from '#server/rules/rows/rule-source.ts';
import type { RowInput, Rows } from '#server/rules/rows/row-table.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { GoesLive } from '#server/rules/releases/rule-source.ts';
import { type Releases, releaseStore } from '#server/rules/releases/releases.ts';

const author = { userId: null, at: 0 };

/** What tests do to rows of a kind. */
const writes = <Fields extends object, Sort extends string>(rows: Rows<Fields, Sort>) => ({
  insert: async (project: ProjectScope, ...all: RowInput<Fields>[]): Promise<{ id: number }> => ({
    id: (await rows.insert(project, all, author))[0] ?? 0,
  }),
  update: (project: ProjectScope, id: number, fields: RowInput<Fields>) => rows.update(project, id, fields, author),
  remove: (project: ProjectScope, id: number) => rows.remove(project, [id], author),
  async find(project: ProjectScope, id: number): Promise<Fields | null> {
    const [row] = await rows.stored(project, [id]);
    return row && row.deletedAt === null ? row.item : null;
  },
});
export const synonymStore = (db: Database) => writes(synonymRows(db));
export const charFilterStore = (db: Database) => writes(charFilterRows(db));

/** Synonyms go live with the save, as everywhere. */
export const addSynonyms = (
  releases: Releases,
  changes: { prepare?: typeof synonymRule.prepare; goesLive?: GoesLive } = {},
): void =>
  releases.add(
    ruleSource(synonyms, synonymRows, {
      key: 'synonyms',
      table: 'synonym',
      nameOf: ({ term }) => term,
      ...synonymRule,
      ...changes,
    }),
  );

/** A kind of rule that waits for midnight; its rows are those of character filters. */
export const addMidnightWords = (releases: Releases): void =>
  releases.add(
    ruleSource(charFilters, charFilterRows, {
      key: 'midnight-words',
      goesLive: 'atMidnight',
      table: 'char_filter',
      nameOf: ({ from }) => from,
      ...charFilterRule,
    }),
  );

/** One more kind of rule, which goes live with the save; its rows are those of character filters. */
export const addKind = (releases: Releases, key: string): void =>
  releases.add(
    ruleSource(charFilters, charFilterRows, { key, table: 'char_filter', nameOf: ({ from }) => from, ...charFilterRule }),
  );

/** A kind of rule that fails on every query; its rows are those of character filters. */
export const addFailingRule = (releases: Releases): void =>
  releases.add(
    ruleSource(charFilters, charFilterRows, {
      key: 'failing',
      table: 'char_filter',
      nameOf: ({ from }) => from,
      prepare: (row) => row,
      merge: () => ({
        stage: 'boosts',
        apply: () => {
          throw new Error('broken');
        },
      }),
    }),
  );

interface Told {
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Releases on a database, with what was logged. */
export function releaseKit(db: Database, now: () => number = Date.now, turnMilliseconds = 60_000) {
  const told: Told[] = [];
  const log = {
    error: (details: Told['details'], message: string) => void told.push({ details, message }),
  } as unknown as FastifyBaseLogger;
  return { releases: releaseStore({ db, log, settings: releasedSettings, now, turnMilliseconds }), told };
}

export async function addProject(db: Database, timeZone = 'Europe/Prague'): Promise<ProjectScope> {
  const values = { name: 'Shop', url: '', language: 'en', time_zone: timeZone, data_source: 'google', secret_hash: '' };
  return db
    .insertInto('project')
    .values({ ...values, token: crypto.randomUUID(), created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** What live rules make of a query: its text after character filters, and the texts that it also finds. */
export async function actedOn(releases: Releases, project: ProjectScope, query: string): Promise<string> {
  const { rules } = await releases.live(project);
  const draft = draftQuery(analyserOf('en'), rules, query);
  const others = draft.trace.filter(({ step }) => step === 'synonyms').map(({ after }) => after);
  return [draft.text, ...others].join(' | ');
}
