import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { errorText, type ErrorCode, type ErrorParameters } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { saveSettings } from '#features/owner/projects/settings/server/project-settings.service.ts';
import { projectSettingsStore } from '#features/owner/projects/settings/server/project-settings.store.ts';
import { ProjectInFile } from '#features/owner/project-file/settings/settings-in-file.ts';
import { settingsStore } from './settings.store.ts';
import { given } from '#server/http/given.ts';
import type { FileKind, FileMistake } from '#server/rules/files/file-kind.ts';

export const mistake = (at: number, field: string, code: ErrorCode, parameters: ErrorParameters = {}): FileMistake => ({
  at,
  field,
  code,
  message: errorText(code, parameters),
  parameters,
});

export const projectKind: FileKind = {
  key: 'project',
  isOfCollection: false,
  shape: 'one',
  schema: ProjectInFile,
  texts: [],
  async read(db, scope) {
    const { id, ...values } = await settingsStore(db).project(scope);
    const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return [{ key: '', name: values.name, values: said, shown: { ...values, id } }];
  },
  async write(db, scope, [values = {}], author) {
    const { success, data, error } = z.safeParse(ProjectInFile, values);
    if (!success) return problemsOf(error, values).map((problem) => ({ ...problem, at: 0 }));
    const { id: _id, language, ...before } = await settingsStore(db).project(scope);
    const { language: wanted = language, ...rest } = data;
    // All items are analysed in it, and change with it.
    if (wanted !== language) return [mistake(0, 'language', 'fileLanguage', { theirs: wanted, ours: language })];
    const { data_source = before.data_source, ...settings } = given(rest);
    if (data_source !== before.data_source) await settingsStore(db).setDataSource(scope, data_source);
    if (isDeepStrictEqual({ ...before, ...settings }, before)) return [];
    await saveSettings(db, scope, await projectSettingsStore(db).version(scope), settings, author);
    return [];
  },
};
