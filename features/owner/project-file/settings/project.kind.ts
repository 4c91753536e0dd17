import * as z from 'zod/mini';
import { errorText, type ErrorCode, type ErrorParameters } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { ProjectInFile } from './settings-in-file.ts';
import { settingsStore } from './settings.store.ts';
import type { FileKind, FileMistake } from '#server-kit/project-file/file-kind.ts';

/** A mistake in one row of the file. */
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
    return [{ key: '', name: values.name, values, shown: { ...values, id } }];
  },
  async write(db, scope, [values = {}]) {
    const { success, data, error } = z.safeParse(ProjectInFile, values);
    if (!success) return problemsOf(error).map((problem) => ({ ...problem, at: 0 }));
    const { id: _id, language, ...before } = await settingsStore(db).project(scope);
    const { language: wanted = language, ...given } = data;
    // All items are analysed in it, and change with it.
    if (wanted !== language) return [mistake(0, 'language', 'fileLanguage', { theirs: wanted, ours: language })];
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await settingsStore(db).updateProject(scope, { ...before, ...said });
    return [];
  },
};
