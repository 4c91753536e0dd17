import { constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { syncAllIn, syncFolder } from '#process-kit/durable-files.ts';
import type { Config } from '#apps/server/config.ts';
import { databaseName, holdDataDirectory, keepPrivate, restoringFolder } from '#apps/server/data-directory.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { isKnownMigration } from '#server/db/open-database.ts';
import { dumpFolder, isPostgresEmpty, restorePostgres } from '#server/db/postgres/postgres-snapshot.ts';
import { BackupError, type Manifest, readBackup, sentenceOf } from './manifest.ts';
import { copyIntoBucket, isKeptFile, refuseFullBucket } from './bucket-files.ts';

const leftAlone = /^(?:lock\.sqlite.*|\.replaced-.*|\.backup.*|lost\+found)$/;

interface Restored {
  readonly manifest: Manifest;
  /** Where the previous content was moved; null: there was none. */
  readonly replaced: string | null;
}

/**
 * Restores a backup into the data folder, and PostgreSQL if configured. Verifies it first; a server refuses to start on an
 * interrupted restore. Throws `BackupError`.
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  { isReplacing, tell }: { isReplacing: boolean; tell: (sentence: string) => void },
): Promise<Restored> {
  const manifest = await readBackup(folder);
  const stray = topNames(manifest).find((name) => leftAlone.test(name) || name.startsWith('.'));
  if (stray !== undefined) throw new BackupError(`${stray} belongs into no backup. Nothing was restored.`);
  tell(sentenceOf(manifest));
  checkKind(manifest, config);
  const held = holdDataDirectory(config.dataDirectory, { isRestoring: true });
  try {
    keepPrivate(config.dataDirectory);
    const standing = standingIn(config.dataDirectory);
    if (standing.length > 0 && !isReplacing)
      throw new BackupError(
        `The data folder ${config.dataDirectory} is not empty. Nothing was restored. Set AISLE_DATA to an empty folder, or add --replace to put aside what is there.`,
      );
    if (config.databaseUrl !== null && !(await isPostgresEmpty(config.databaseUrl)))
      throw new BackupError(
        'The database of AISLE_DATABASE_URL is not empty. Nothing was restored. Create a new one, and set AISLE_DATABASE_URL to it.',
      );
    await refuseFullBucket(config);
    return { manifest, replaced: await putIn(config, folder, standing, manifest) };
  } finally {
    held.release();
  }
}

/** Empty folders, such as mount points, may stay. */
const standingIn = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() || readdirSync(path.join(directory, entry.name)).length > 0)
    .map(({ name }) => name)
    .filter((name) => !leftAlone.test(name));

function checkKind({ database, migration, aisle }: Manifest, { databaseUrl }: Config): void {
  const wanted = databaseUrl === null ? 'sqlite' : 'postgres';
  if (database !== wanted)
    throw new BackupError(
      database === 'sqlite'
        ? 'The backup is of a server with SQLite. Nothing was restored. Unset AISLE_DATABASE_URL.'
        : 'The backup is of a server with PostgreSQL. Nothing was restored. Set AISLE_DATABASE_URL to an empty database.',
    );
  const kind = databaseUrl === null ? sqlite(databaseName) : postgres(databaseUrl, () => undefined);
  if (!isKnownMigration(kind, migration))
    throw new BackupError(
      `The backup was made by another version of Aisle (${aisle}). Nothing was restored. Restore it with that version or a newer one.`,
    );
}

/** The database comes last, so that an interrupted restore is detected. */
async function putIn(config: Config, folder: string, standing: readonly string[], manifest: Manifest): Promise<string | null> {
  const { dataDirectory, databaseUrl } = config;
  const arriving = path.join(dataDirectory, restoringFolder);
  const replaced = path.join(dataDirectory, `.replaced-${new Date().toISOString().replaceAll(':', '-')}`);
  if (existsSync(arriving)) rmSync(arriving, { recursive: true });
  mkdirSync(arriving);
  const names = namesFor(config, manifest);
  for (const name of names)
    await cp(path.join(folder, name), path.join(arriving, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
  syncAllIn(arriving);
  const isPutAside = standing.some((name) => name !== restoringFolder);
  if (isPutAside) mkdirSync(replaced);
  for (const name of standing.filter((one) => one !== restoringFolder))
    putAside(path.join(dataDirectory, name), path.join(replaced, name));
  if (databaseUrl !== null) await restorePostgres(databaseUrl, folder, manifest.migration);
  const isLast = (name: string): boolean => name === databaseName;
  await copyIntoBucket(config, folder, manifest);
  for (const name of [...names.filter((one) => !isLast(one)), ...names.filter(isLast)])
    await bring(path.join(arriving, name), path.join(dataDirectory, name));
  syncFolder(dataDirectory);
  rmSync(arriving, { recursive: true });
  return isPutAside ? replaced : null;
}

function putAside(place: string, aside: string): void {
  try {
    renameSync(place, aside);
  } catch (error) {
    if (!['EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new BackupError(
      `${place} is a disk of its own, which can not be put aside; empty it, and restore again. Nothing was restored. What else was there is in ${path.dirname(aside)}.`,
    );
  }
}

/** A mount point can't be replaced, so an empty folder is filled. */
async function bring(arrived: string, place: string): Promise<void> {
  if (!existsSync(place)) return renameSync(arrived, place);
  await cp(arrived, place, { recursive: true });
  syncAllIn(place);
}

const namesFor = ({ files }: Config, manifest: Manifest): string[] =>
  topNames(manifest).filter((name) => files === null || !isKeptFile(`${name}/`));

const topNames = ({ files }: Manifest): string[] =>
  [...new Set(files.map((file) => file.path.split('/')[0]!))].filter((name) => name !== dumpFolder);
