import * as z from 'zod/mini';
import {
  boostFiles,
  type BoostedField,
  BoostForm,
  type BoostRule,
  BoostSettingFields,
  type SentBoost,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostProblems, plainBoost, writeBoosts } from './boost-draft.ts';
import { boostedFields, savedBoosts } from './boost-state.ts';
import { boostRows, boostSettingsKey, boostsKey } from './boost-manager.store.ts';
import { errorText } from '#contract/errors.ts';
import { readNumber } from '#contract/values/typed-number.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { rowImporter, type Complete } from '#server/rules/rows/row-import.ts';
import { serveRowFiles } from '#server/crud/serve-row-files.ts';
import { collectionOf, type CollectionScope, type ProjectScope, type RowScope } from '#server/db/row-scope.ts';
import { failInput, Failure, foundIn } from '#server/base/fail.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Database } from '#server/db/schema.ts';
import type { FileKind, FileMistake, FileValues } from '#server/rules/files/file-kind.ts';
import { fileValues, sentValues } from '#server/rules/files/file-values.ts';

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

const scopeIn = (db: Database, { id, collectionId }: RowScope): Promise<CollectionScope> =>
  collectionOf(db, { id }, foundIn(collectionId, 'collection'));

/** `boosts.3.field` is the field of the fourth row. */
const placed = (failure: Failure): FileMistake[] =>
  failure.problems.map((problem) => {
    const [, at = '0', ...field] = problem.field.split('.');
    return { ...problem, at: Number(at), field: field.join('.') };
  });

const boosts: FileKind = {
  key: boostsKey,
  isOfCollection: true,
  shape: 'rows',
  schema: BoostForm,
  texts: [],
  async read(db, scope) {
    const rows = (await savedBoosts(db, await scopeIn(db, scope))).boosts;
    return rows
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key, item, fields }) => ({ key, name: fields.field, values: fileValues(BoostForm, item) }));
  },
  async write(db, scope, file, author) {
    const place = await scopeIn(db, scope);
    const saved = await savedBoosts(db, place);
    const sent: SentBoost[] = [];
    const mistakes: FileMistake[] = [];
    for (const [at, values] of file.entries()) {
      const { success, data, error } = z.safeParse(BoostForm, sentValues(BoostForm, values));
      if (success) sent.push(data);
      else mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
    }
    if (mistakes.length > 0) return mistakes;
    const overrides_relevance = saved.settings?.fields.overrides_relevance ?? false;
    try {
      await writeBoosts(db, place, { boosts: sent, overrides_relevance }, author);
    } catch (failure) {
      if (failure instanceof Failure) return placed(failure);
      throw failure;
    }
    return [];
  },
};

const settings: FileKind = {
  key: boostSettingsKey,
  isOfCollection: true,
  shape: 'one',
  schema: BoostSettingFields,
  texts: [],
  async read(db, scope) {
    const { settings: saved } = await savedBoosts(db, await scopeIn(db, scope));
    const values: FileValues = { overrides_relevance: saved?.fields.overrides_relevance ?? false };
    return [{ key: '', name: 'settings', values }];
  },
  async write(db, scope, [values = {}], author) {
    const { success, data, error } = z.safeParse(BoostSettingFields, values);
    if (!success) return problemsOf(error, values).map((problem) => ({ ...problem, at: 0 }));
    const place = await scopeIn(db, scope);
    const saved = (await savedBoosts(db, place)).boosts.map(({ item }) => item);
    await writeBoosts(db, place, { boosts: saved, ...data }, author);
    return [];
  },
};

export const boostFileKinds = [boosts, settings] as const;
