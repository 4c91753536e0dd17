import type { Finding } from '#contract/findings.ts';
import { boostedFields } from './boost-draft.ts';
import { type BoostRule, type BoostWarning, warningOf } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { Database } from '#server/db/schema.ts';
import type { Found, Lint } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Row = BoostRule & ReleasedRow & { readonly collection_id: number };

const kinds = {
  gone: 'fieldGone',
  empty: 'fieldEmpty',
  notBoostable: 'fieldUnfit',
  notNumeric: 'fieldUnfit',
} as const satisfies Record<BoostWarning, Finding['kind']>;

export const lintBoosts =
  (db: Database): Lint =>
  async ({ project, rows }) => {
    const found: Found[] = [];
    for (const [collectionId, boosts] of Map.groupBy(rows as readonly Row[], (row) => row.collection_id)) {
      const fields = await boostedFields(db, { id: project.id, collectionId });
      for (const row of boosts) {
        const warning = warningOf(row, fields);
        if (warning) found.push({ row, kind: kinds[warning], text: row.field });
      }
    }
    return found;
  };
