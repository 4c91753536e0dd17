import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#apps/server/config.ts';
import { bytesOf, fileFolders, type Files } from '#server/files/files.ts';
import { openFiles } from '#server/files/open-files.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

const folders = Object.values(fileFolders);

export const isKeptFile = (file: string): boolean => folders.some((folder) => file.startsWith(folder));

/**
 * Into the backup's folders for uploads and records; files removed meanwhile are skipped. No-op for files in the data folder.
 */
export async function copyFromBucket(config: Config, backup: string): Promise<void> {
  await withBucket(config, async (files) => {
    for (const folder of folders) {
      // From before there was a bucket.
      rmSync(path.join(backup, folder), { recursive: true, force: true });
      for (const { name } of await files.list(folder)) await copy(files, name, path.join(backup, name));
    }
  });
}

async function copy(files: Files, name: string, place: string): Promise<void> {
  const file = await files.open(name);
  if (file === null) return;
  mkdirSync(path.dirname(place), { recursive: true });
  await pipeline(Readable.from(bytesOf(file)), createWriteStream(place));
}

/** Throws `BackupError` if the bucket isn't empty. */
export async function refuseFullBucket(config: Config): Promise<void> {
  await withBucket(config, async (files) => {
    for (const folder of folders)
      if ((await files.list(folder)).length > 0)
        throw new BackupError(
          `There are files in ${folder} of the bucket of AISLE_FILES_URL. Nothing was restored. Name another folder of it in AISLE_FILES_URL, or empty this one.`,
        );
  });
}

/** No-op for files in the data folder. */
export async function copyIntoBucket(config: Config, backup: string, manifest: Manifest): Promise<void> {
  await withBucket(config, async (files) => {
    for (const { path: name } of manifest.files)
      if (isKeptFile(name)) await files.put(name, createReadStream(path.join(backup, name)));
  });
}

async function withBucket(config: Config, work: (files: Files) => Promise<void>): Promise<void> {
  if (config.files === null) return;
  const files = await openFiles(config.files);
  await work(files).finally(() => files.close());
}
