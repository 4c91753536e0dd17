import {
  boostFiles,
  type BoostedField,
  type BoostForm,
  type BoostRule,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostProblems } from './boost-checks.ts';
import { plainBoost } from './boost-draft.ts';
import { boostedFields } from './boost-fields.ts';
import { boostRows } from './boost-manager.store.ts';
import { savedBoosts } from './boost-state.ts';
import { errorText } from '#contract/errors.ts';
import { readNumber } from '#contract/values/typed-number.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { rowImporter } from '#server/rules/rows/row-import.ts';
import type { Complete } from '#server/rules/rows/row-import.ts';
import { serveRowFiles } from '#server/crud/serve-row-files.ts';
import { collectionOf, type CollectionScope, type ProjectScope } from '#server/db/row-scope.ts';
import { failInput } from '#server/base/fail.ts';
import type * as z from 'zod/mini';

type Values = BoostRule['value'];
type Input = z.output<typeof BoostForm>;

/** The draft as a CSV or JSON, out and in. What comes in is a draft, too: customers get it once somebody publishes it. */
export function serveBoostFiles(app: App): void {
  const scopeOf = (project: ProjectScope, c: number | undefined) => collectionOf(app.db, project, c ?? 0);
  const completing = (scope: CollectionScope) => completingBoosts(app, scope);
  const importer = rowImporter({ calls: boostFiles, db: app.db, rowsOf: boostRows, scopeOf, completing: completing as never });
  const allOf = async (project: ProjectScope, c: number | undefined) =>
    (await savedBoosts(app.db, await scopeOf(project, c))).boosts.map(({ item }) => item);
  serveRowFiles(app, { calls: boostFiles, aliases: boostFiles.aliases, importer, allOf });
}

/** Takes boosts of a file as the draft takes them from people, with the same refusals. */
async function completingBoosts({ db }: App, scope: CollectionScope): Promise<Complete<BoostRule, Input>> {
  const fields = new Map((await boostedFields(db, scope)).map((field) => [field.name, field]));
  const analyser = analyserOf(await collectionStore(db).language(scope));
  const stored = new Map((await savedBoosts(db, scope)).boosts.map(({ key, item }) => [key, item]));
  return (input) => {
    const sent = { ...input, value: valuesOf(input.value, fields.get(input.field)) };
    const boost = plainBoost(sent);
    const key = boostRows(db).key(boost);
    const known = stored.get(key);
    const rows = new Map<number, BoostRule>(known ? [[known.id, known]] : []);
    const problems = boostProblems([{ ...sent, ...(known && { id: known.id }) }], { rows, fields, keys: [key], analyser });
    if (problems.length > 0) throw failInput(problems.map((problem) => ({ ...problem, field: columnOf(problem.field) })));
    return boost;
  };
}

/** `boosts.0.value` is a place in a draft. */
const columnOf = (place: string): string => place.split('.')[2] ?? place;

/** Cells are texts; what is compared with numbers and truth values has to be one. */
function valuesOf(values: Values, field: BoostedField | undefined): Values {
  const valueOf = (value: Values[number]): Values[number] => {
    if (typeof value !== 'string') return value;
    if (field?.type === 'boolean' && /^(?:true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true';
    if (field?.type === 'integer' || field?.type === 'float') {
      const read = readNumber(value, { mark: '.', decimals: 15 });
      if ('number' in read) return read.number;
      throw failInput([{ field: 'value', code: 'fieldNotValid', message: errorText('fieldNotValid'), parameters: {} }]);
    }
    return value;
  };
  return values.map(valueOf);
}
