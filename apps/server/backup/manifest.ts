import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { readChecked, writeChecked } from '#engine/index/files/checksums.ts';

/** The message says what to do. */
export class BackupError extends Error {}

const manifestFile = 'backup.json';
const formatVersion = 1;
const mostToldProblems = 3;

const fileSchema = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
});
const manifestSchema = z.object({
  version: z.literal(formatVersion),
  /** Epoch milliseconds; the content is of that moment or slightly later. */
  takenAt: z.number(),
  aisle: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migration: z.string(),
  /** OpenSearch indexes are not backed up. */
  engine: z.enum(['embedded', 'opensearch']),
  /** Not for a key from the environment. */
  hasSecretKey: z.boolean(),
  projectCount: z.number(),
  files: z.array(fileSchema),
});
type BackedFile = z.infer<typeof fileSchema>;
/** Written last: a backup without it is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>;

/** With checksums. Throws `BackupError` for anything but files and folders. */
async function filesIn(folder: string): Promise<BackedFile[]> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other) throw new BackupError(`${path.join(other.parentPath, other.name)} is no file; a backup holds files alone.`);
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  const files: BackedFile[] = [];
  for (const name of names.filter((one) => one !== manifestFile).toSorted()) {
    const file = path.join(folder, name);
    files.push({ path: name.split(path.sep).join('/'), sizeBytes: lstatSync(file).size, sha256: await hashOf(file) });
  }
  return files;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export async function sealBackup(folder: string, about: Omit<Manifest, 'files' | 'version'>): Promise<Manifest> {
  const manifest: Manifest = { version: formatVersion, ...about, files: await filesIn(folder) };
  writeChecked(path.join(folder, manifestFile), manifest);
  return manifest;
}

/** Throws `BackupError` for missing, changed and additional files. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = manifestOf(folder);
  const found = new Map((await filesIn(folder)).map((file) => [file.path, file]));
  const problems = manifest.files.flatMap(({ path: name, sizeBytes, sha256 }) => {
    const file = found.get(name);
    found.delete(name);
    if (file === undefined) return [`${name} is missing`];
    return file.sizeBytes === sizeBytes && file.sha256 === sha256 ? [] : [`${name} was changed`];
  });
  problems.push(...[...found.keys()].map((name) => `${name} was added`));
  if (problems.length === 0) return manifest;
  const told = problems.slice(0, mostToldProblems).join(', ');
  const more = problems.length > mostToldProblems ? `, and ${problems.length - mostToldProblems} more` : '';
  throw new BackupError(`The backup ${folder} is damaged: ${told}${more}. Nothing was restored. Use another backup.`);
}

function manifestOf(folder: string): Manifest {
  const stored = manifestIn(folder);
  if (stored === null)
    throw new BackupError(`${folder} is no whole backup: its ${manifestFile} is missing or damaged. Nothing was restored.`);
  const parsed = z.safeParse(manifestSchema, stored);
  if (parsed.success) return parsed.data;
  throw new BackupError(`The backup ${folder} was made by another version of Aisle. Restore it with that one.`);
}

function manifestIn(folder: string): unknown {
  try {
    return readChecked<unknown>(path.join(folder, manifestFile));
  } catch (error) {
    throw new BackupError(`${folder} can not be read: ${(error as Error).message}.`);
  }
}

export function sentenceOf({ takenAt, aisle, database, engine, projectCount, files }: Manifest): string {
  const megabytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1024 / 1024;
  const kept = [
    database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    projectCount === 1 ? '1 project' : `${projectCount} projects`,
    `${files.length} files`,
    `${megabytes.toFixed(1)} MB`,
    ...(engine === 'opensearch' ? ['without the indexes of OpenSearch'] : []),
  ];
  return `Backup of ${new Date(takenAt).toISOString()} by Aisle ${aisle}: ${kept.join(', ')}.`;
}
