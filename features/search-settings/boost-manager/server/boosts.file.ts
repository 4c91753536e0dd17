import * as z from 'zod/mini';
import { BoostForm, BoostSettingFields, type SentBoost } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { writeBoosts, savedBoosts } from './boost-draft.ts';
import { boostSettingsKey, boostsKey } from './boost-manager.store.ts';
import { collectionOf, type CollectionScope, type RowScope } from '#server/db/row-scope.ts';
import { Failure, foundIn } from '#server/base/fail.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Database } from '#server/db/schema.ts';
import type { FileKind, FileMistake, FileValues } from '#server/rules/files/file-kind.ts';
import { fileValues, sentValues } from '#server/rules/files/file-values.ts';

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
