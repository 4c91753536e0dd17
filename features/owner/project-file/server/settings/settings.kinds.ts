import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { type CachedEndpoint, isCachedEndpoint, usualCaching, type ObjectSchema } from '#contract/endpoint.ts';
import { collectionSettings, collectionStore, settingsOf } from '#features/data/collections/server/collections.store.ts';
import type { Caching } from '#features/developer/endpoints/endpoints.contract.ts';
import { cachingStore } from '#features/developer/endpoints/server/endpoints.store.ts';
import { CollectionInFile, EndpointInFile, ProjectInFile } from '#features/owner/project-file/settings-in-file.ts';
import { saveSettings } from '#features/owner/projects/server/projects.service.ts';
import { projectSettingsStore } from '#features/owner/projects/server/projects.store.ts';
import { settingsStore } from './settings.store.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/base/fail.ts';
import { given } from '#server/formats/json-body.ts';
import type { KeyedRow, FileKind, FileMistake, Skip } from '#server/rules/files/file-kind.ts';
import { errorText, type ErrorCode, type ErrorParameters } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Author } from '#server/rules/rows/row-table.ts';

export const mistake = (at: number, field: string, code: ErrorCode, parameters: ErrorParameters = {}): FileMistake => ({
  at,
  field,
  code,
  message: errorText(code, parameters),
  parameters,
});

interface Written<Row> {
  /** Rows that fit the schema, with their positions in the file. */
  readonly rows: readonly { readonly at: number; readonly row: Row }[];
  readonly isWhole: boolean;
  readonly author: Author;
  readonly skip: Skip;
}

interface SettingsKind<Schema extends ObjectSchema> extends Pick<FileKind, 'key' | 'isOfCollection' | 'read'> {
  readonly shape: 'one' | 'named';
  readonly schema: Schema;
  readonly write: (db: Database, scope: RowScope, written: Written<z.output<Schema>>) => Promise<readonly FileMistake[]>;
}

/** A kind of settings, which are checked by a schema alone before they are written. */
export const settingsKind = <Schema extends ObjectSchema>({ schema, write, ...kind }: SettingsKind<Schema>): FileKind => ({
  ...kind,
  schema,
  texts: [],
  async write(db, scope, file, author, skip) {
    const rows: { at: number; row: z.output<Schema> }[] = [];
    const mistakes: FileMistake[] = [];
    for (const [at, values] of file.entries()) {
      const { success, data, error } = z.safeParse(schema, values);
      if (success) rows.push({ at, row: data });
      else mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
    }
    return [...mistakes, ...(await write(db, scope, { rows, isWhole: mistakes.length === 0, author, skip }))];
  },
});

export const projectKind = settingsKind({
  key: 'project',
  isOfCollection: false,
  shape: 'one',
  schema: ProjectInFile,
  async read(db, scope) {
    const { id: _id, ...values } = await settingsStore(db).project(scope);
    const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return [{ key: '', name: values.name, values: said }];
  },
  async write(db, scope, { rows: [first], author }) {
    if (!first) return [];
    const { id: _id, language, ...before } = await settingsStore(db).project(scope);
    const { language: wanted = language, ...rest } = first.row;
    // Another language needs a rebuild of all items.
    if (wanted !== language) return [mistake(0, 'language', 'fileLanguage', { theirs: wanted, ours: language })];
    const { data_source = before.data_source, ...settings } = given(rest);
    if (data_source !== before.data_source) await settingsStore(db).setDataSource(scope, data_source);
    if (isDeepStrictEqual({ ...before, ...settings }, before)) return [];
    await saveSettings(db, scope, await projectSettingsStore(db).version(scope), settings, author);
    return [];
  },
});

const collectionIn = async (db: Database, scope: RowScope) => {
  const row = await collectionStore(db).find(scope, foundIn(scope.collectionId, 'collection'));
  const { id, ...columns } = foundIn(row, 'collection');
  return { id, settings: settingsOf(columns) };
};

export const collectionsKind = settingsKind({
  key: 'collections',
  isOfCollection: true,
  shape: 'one',
  schema: CollectionInFile,
  async read(db, scope) {
    const { settings } = await collectionIn(db, scope);
    return [{ key: '', name: 'settings', values: { ...settings } }];
  },
  async write(db, scope, { rows: [first] }) {
    const { id, settings } = await collectionIn(db, scope);
    if (first && collectionSettings.some((one) => (first.row[one] ?? settings[one]) !== settings[one]))
      await collectionStore(db).update(scope, id, first.row);
    return [];
  },
});

const endpoints = Object.keys(usualCaching).toSorted() as CachedEndpoint[];

function usual(endpoint: CachedEndpoint): Caching {
  const { isCached, ttlSeconds, graceSeconds } = usualCaching[endpoint];
  return { is_cached: isCached, cache_ttl: ttlSeconds, cache_grace_period: graceSeconds };
}

const unusual = (endpoint: CachedEndpoint, caching: Caching) =>
  Object.fromEntries(
    Object.entries(usual(endpoint)).flatMap(([name, value]) => {
      const own = caching[name as keyof Caching];
      return own === value ? [] : [[name, own] as const];
    }),
  );

const savedCaching = async (db: Database, scope: RowScope): Promise<ReadonlyMap<string, Caching>> =>
  new Map(
    (await cachingStore(db).saved(scope)).map(({ endpoint, is_cached, cache_ttl, cache_grace_period }) => [
      endpoint,
      { is_cached, cache_ttl, cache_grace_period },
    ]),
  );

/** All endpoints are in the file, so that it also names those with default caching. */
export const endpointsKind = settingsKind({
  key: 'endpoints',
  isOfCollection: false,
  shape: 'named',
  schema: EndpointInFile,
  async read(db, scope) {
    const saved = await savedCaching(db, scope);
    return endpoints.map((endpoint): KeyedRow => {
      const caching = saved.get(endpoint) ?? usual(endpoint);
      return { key: endpoint, name: endpoint, values: unusual(endpoint, caching) };
    });
  },
  async write(db, scope, { rows, author }) {
    const store = cachingStore(db);
    const before = await savedCaching(db, scope);
    const unknown = rows.filter(({ row }) => !isCachedEndpoint(row.name));
    for (const {
      row: { name, ...said },
    } of rows) {
      if (!isCachedEndpoint(name)) continue;
      const caching = { ...usual(name), ...given(said) };
      if (isDeepStrictEqual(before.get(name) ?? usual(name), caching)) continue;
      const isUsual = isDeepStrictEqual(caching, usual(name));
      await (isUsual ? store.forget(scope, name) : store.save(scope, name, caching, author));
    }
    return unknown.map(({ at, row }) => mistake(at, '', 'fileKeyUnknown', { key: row.name, keys: endpoints.join(', ') }));
  },
});
