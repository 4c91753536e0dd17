import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isTemporary } from '#process-kit/durable-files.ts';
import { changesFile, collectionNames, CollectionFiles } from './generation-files.ts';

export interface BackupFiles {
  /** Never written again, so they can be linked. */
  readonly fixed: readonly string[];
  readonly databases: readonly string[];
  readonly state: string;
}

const unsaved = /^(?:changes\..*|tail-\d+\.segment)$/;

export function backupFiles(directory: string): BackupFiles {
  if (!existsSync(directory)) return { fixed: [], databases: [], state: '' };
  const fixed: string[] = [];
  const databases: string[] = [];
  const state: string[] = [];
  for (const collection of collectionNames(directory)) {
    const files = new CollectionFiles(directory, collection);
    for (const pointer of pointersIn(files.folder)) {
      fixed.push(path.join(collection, pointer));
      state.push(readFileSync(path.join(files.folder, pointer), 'utf8'));
    }
    for (const generation of files.generations().filter((name) => files.manifest(name) !== null)) {
      const names = readdirSync(files.generationFolder(generation), { withFileTypes: true });
      const inFolder = (name: string): string => path.join(collection, generation, name);
      state.push(inFolder(''));
      fixed.push(
        ...names
          .filter((entry) => entry.isFile() && !unsaved.test(entry.name) && !isTemporary(entry.name))
          .map(({ name }) => inFolder(name)),
      );
      if (names.some(({ name }) => name === changesFile)) databases.push(inFolder(changesFile));
    }
  }
  return { fixed, databases, state: state.join('\n') };
}

const pointersIn = (folder: string): string[] => readdirSync(folder).filter((name) => /^live(?:\.copy)?\.json$/.test(name));
