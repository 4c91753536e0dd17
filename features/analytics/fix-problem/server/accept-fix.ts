import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { type Fix, type FixKind, sourceOf } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { type QueryFix, queryFixStore } from './query-fixes.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { curationRows } from '#features/search-settings/curations/server/curations.store.ts';
import { fixitRows } from '#features/search-settings/fixit/server/fixit.store.ts';
import { oneWay } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, Failure, foundIn } from '#server/base/fail.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

const names: Readonly<Record<FixKind, GlossaryName>> = { synonym: 'synonym', fixit: 'replacing term', curation: 'curation' };
const rowsOf = { synonym: synonymRows, fixit: fixitRows, curation: curationRows };

/** A fix and the query that it is for. */
export interface PlacedFix {
  readonly project: ProjectScope;
  readonly collectionId: number;
  readonly query: string;
  readonly fix: Fix;
}

/** A row with the same key. */
interface KnownRow {
  readonly id: number;
  readonly updatedAt: number;
  readonly synonyms: readonly string[];
}

export async function knownRow(db: Database, { project, collectionId, query, fix }: PlacedFix): Promise<KnownRow | null> {
  const rows = rowsOf[fix.kind](db) as ReturnType<typeof synonymRows>;
  const scope = fix.kind === 'curation' ? { id: project.id, collectionId } : project;
  const key = rows.key(fixFields(fix, query, null) as never);
  const id = (await rows.idsByKey(scope, [key])).get(key);
  const [row] = id === undefined ? [] : await rows.stored(scope, [id]);
  return row ? { id: row.item.id, updatedAt: row.item.updated_at, synonyms: row.fields.synonyms } : null;
}

/** A fix as form input. Keeps existing synonyms of the term. */
export function fixFields({ kind, term, to }: Fix, query: string, known: KnownRow | null): Record<string, unknown> {
  switch (kind) {
    case 'synonym':
      return { term, synonym_type_id: oneWay, synonyms: [...new Set([...(known?.synonyms ?? []), ...to])] };
    case 'fixit':
      return { term, is_regexp: false, catalog_term: to[0] ?? '' };
    case 'curation':
      return { name: query, queries: [{ query: term, match: 'is' }], promoted: to.map((id) => ({ id })), hidden: [] };
  }
}

/** Retries when someone changes the same row. */
const tries = 3;
class RowMoved extends Error {}
/** Rolls the transaction back. */
class ChangedMeanwhile extends Error {}

interface Accepted extends PlacedFix {
  readonly project: SelectedProject;
  readonly userId: number;
  /** Version of the query's state; null if nobody changed it. */
  readonly seen: number | null;
}

/** Adds the rule and marks the query fixed, in one transaction with the release. Returns null if someone changed the query (also on a double click). */
export async function acceptFix(app: App, accepted: Accepted) {
  if (isMasked(accepted.query) || isMasked(accepted.fix.term)) throw fail('queryMasked');
  for (let left = tries; ; left -= 1) {
    const noted = (await queryFixStore(app.db).of(accepted.project, [accepted.query])).get(accepted.query);
    if ((noted?.changedAt ?? null) !== accepted.seen) return null;
    try {
      return await writeFix(app, accepted);
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return null;
      if (!(error instanceof RowMoved) || left <= 1) throw error;
    }
  }
}

async function writeFix(app: App, accepted: Accepted) {
  const { project, userId, collectionId, query, fix, seen } = accepted;
  const name = names[fix.kind];
  const importer = foundIn(app.importers.get(name), name);
  const before = await knownRow(app.db, accepted);
  // Only synonyms can be extended; other existing rules belong to the user.
  if (before !== null && fix.kind !== 'synonym') throw failField('term', 'alreadyUsed', { name });
  const values = fixFields(fix, query, before);
  const prepared = await importer.prepare(project, importer.isOfCollection ? collectionId : undefined, [{ line: 1, values }]);
  const [mistake] = prepared.mistakes;
  if (mistake) throw new Failure('invalid', mistake.message, []);
  const waitsForMidnight = fix.kind === 'curation';
  const at = Date.now();
  const done = await app.releases.change(project, { userId, reason: 'fix of a query' }, async (db) => {
    const now = await knownRow(db, accepted);
    if (now?.id !== before?.id || now?.updatedAt !== before?.updatedAt) throw new RowMoved();
    await prepared.write(db, { userId, at });
    const rule = { source: sourceOf[fix.kind], id: foundIn(await knownRow(db, accepted), name).id };
    const countsFrom = waitsForMidnight ? startOfDay(addDays(dayOf(at, project.timeZone), 1), project.timeZone) : at;
    const noted = await queryFixStore(db).note(project, { term: query, seen, state: 'fixed', rule, countsFrom, userId, at });
    if (noted === null) throw new ChangedMeanwhile();
    return { query, rule, changed_at: noted };
  });
  const live = waitsForMidnight ? null : await app.releases.liveRow(project, done.rule);
  return { ...done, release: live?.since ?? null };
}

interface Undone {
  readonly project: SelectedProject;
  readonly userId: number;
  readonly fixes: readonly { readonly query: string; readonly seen: number; readonly release: number | null }[];
}

/** Returns the queries whose rules nobody has changed since. */
export async function undoFixesOf(app: App, { project, userId, fixes }: Undone): Promise<string[]> {
  const store = queryFixStore(app.db);
  const noted = await store.of(
    project,
    fixes.map(({ query }) => query),
  );
  const known = fixes.flatMap((fix) => {
    const { state, changedAt, rule = null } = noted.get(fix.query) ?? {};
    return state === 'fixed' && changedAt === fix.seen && rule !== null ? { ...fix, rule } : [];
  });
  const undone: string[] = [];
  for (const same of Map.groupBy(known, ({ rule }) => `${rule.source} ${rule.id}`).values()) {
    const releases = same.flatMap(({ release }) => release ?? []);
    if (!(await tookBack(app, { project, userId, rule: same[0]!.rule, releases }))) continue;
    const terms = same.map(({ query }) => query);
    undone.push(...(await store.reopen(project, 'fixed', terms)));
  }
  return undone;
}

interface TakenBack extends Pick<Undone, 'project' | 'userId'> {
  readonly rule: NonNullable<QueryFix['rule']>;
  /** Empty for a rule that waits. */
  readonly releases: readonly number[];
}

async function tookBack({ releases: store }: App, { project, userId, rule: row, releases }: TakenBack): Promise<boolean> {
  if (releases.length === 0) {
    const isWaiting = (await store.waiting(project, { row })).length > 0;
    if (isWaiting) await store.takeBack(project, userId, { row });
    return isWaiting;
  }
  const newest = Math.max(...releases);
  if ((await store.liveRow(project, row))?.since !== newest) return false;
  await store.restore(project, userId, { number: Math.min(...releases) - 1, row, undoes: newest });
  return true;
}
