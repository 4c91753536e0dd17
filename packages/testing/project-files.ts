import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportProject, importProject } from '#features/owner/project-file/project-file.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import type { Actor, TestServer } from './test-app.ts';

interface EmptyProject {
  readonly token: string;
  readonly project: string;
  /** It comes with the fields of products. */
  readonly collectionId: number;
}

/** The file of a project, as its owner exports it. */
export async function exported(server: TestServer, actor: Actor): Promise<string> {
  const { data, msg } = await server.call(actor, exportProject, {});
  if (!data) throw new Error(msg);
  return data.text;
}

/** Takes a file over. */
export const imported = (server: TestServer, actor: Actor, text: string, more: object = {}) =>
  server.call(actor, importProject, { text, dry_run: false, ...more });

/** Another project of somebody. */
export async function emptyProject(server: TestServer, { token }: { readonly token: string }): Promise<EmptyProject> {
  const empty = { name: 'Empty', language: 'en', data_source: 'aisle_api' } as const;
  const { data, msg } = await server.call({ token }, createProject, empty);
  if (!data) throw new Error(msg);
  return { token, project: data.token, collectionId: data.collection_id };
}

export async function textsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}
