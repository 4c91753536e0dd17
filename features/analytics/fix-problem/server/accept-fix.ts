import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { type Fix, type FixKind, sourceOf } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixFields, placeOf } from './fix-rows.ts';
import { queryFixStore } from './query-fixes.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SelectedProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, Failure, foundIn } from '#server/base/fail.ts';

const names: Readonly<Record<FixKind, GlossaryName>> = { synonym: 'synonym', fixit: 'replacing term', curation: 'curation' };

/** Retries when someone changes the same row. */
const tries = 3;
class RowMoved extends Error {}

interface Accepted {
  readonly project: SelectedProject;
  readonly userId: number;
  readonly collectionId: number;
  readonly query: string;
  readonly fix: Fix;
  /** Version of the query's state; null if nobody changed it. */
  readonly seen: number | null;
}

export interface FixedQuery {
  readonly rule: { readonly source: string; readonly id: number };
  readonly waitsForMidnight: boolean;
}

/** Adds the rule and marks the query fixed, in one transaction with the release. Returns null if someone changed the query (also on a double click). */
export async function acceptFix(app: App, accepted: Accepted): Promise<FixedQuery | null> {
  if (isMasked(accepted.query) || isMasked(accepted.fix.term)) throw fail('queryMasked');
  for (let left = tries; ; left -= 1) {
    const noted = (await queryFixStore(app.db).of(accepted.project, [accepted.query])).get(accepted.query);
    if ((noted?.changedAt ?? null) !== accepted.seen) return null;
    try {
      return await writeFix(app, accepted);
    } catch (error) {
      if (!(error instanceof RowMoved) || left <= 1) throw error;
    }
  }
}

async function writeFix(app: App, { project, userId, collectionId, query, fix, seen }: Accepted): Promise<FixedQuery | null> {
  const name = names[fix.kind];
  const importer = foundIn(app.importers.get(name), name);
  const before = await placeOf(app.db, project, collectionId, fix, query);
  // Only synonyms can be extended; other existing rules belong to the user.
  if (before.known !== null && fix.kind !== 'synonym') throw failField('term', 'alreadyUsed', { name });
  const values = fixFields(fix, query, before.known);
  const prepared = await importer.prepare(project, importer.isOfCollection ? collectionId : undefined, [{ line: 1, values }]);
  const [mistake] = prepared.mistakes;
  if (mistake) throw new Failure('invalid', mistake.message, []);
  const waitsForMidnight = fix.kind === 'curation';
  const at = Date.now();
  return app.releases
    .change(project, { userId, reason: 'fix of a query' }, async (db) => {
      const placeNow = await placeOf(db, project, collectionId, fix, query);
      const isSame = placeNow.known?.id === before.known?.id && placeNow.known?.updatedAt === before.known?.updatedAt;
      if (!isSame) throw new RowMoved();
      await prepared.write(db, { userId, at });
      const { known } = await placeOf(db, project, collectionId, fix, query);
      const rule = { source: sourceOf[fix.kind], id: foundIn(known, name).id };
      const countsFrom = waitsForMidnight ? startOfDay(addDays(dayOf(at, project.timeZone), 1), project.timeZone) : at;
      const noted = await queryFixStore(db).note(project, { term: query, seen, state: 'fixed', rule, countsFrom, userId, at });
      if (noted === null) throw new ChangedMeanwhile();
      return { rule, waitsForMidnight };
    })
    .catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return null;
      throw error;
    });
}

/** Rolls the transaction back. */
class ChangedMeanwhile extends Error {}
