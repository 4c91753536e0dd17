import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { crashPoint } from './crash-point.ts';

/** Like `mkdir -p`. Node's `recursive` never returns where nothing can be created and the error is ENOENT, as in `/proc`. */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  mkdirSync(folder, { mode });
}

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function syncAllIn(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncFolder(place);
    else syncFile(place);
  }
  syncFolder(folder);
}

/** Only the owner reads the data folder. */
const ownerOnly = 0o600;

export const temporary = '.tmp';
/** Also those of earlier versions and of SQLite. */
const temporaryForm = /\.(?:tmp|part|next|new)(?:-(?:wal|shm|journal))?$/;

export const isTemporary = (name: string): boolean => temporaryForm.test(name);

/** For folders with one writer. */
export function removeTemporaries(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (isTemporary(name)) rmSync(path.join(folder, name), { force: true });
}

/** Fsync and rename: readers see the old or the new file, also after a power cut. */
export function makeWhole(file: string, make: (unfinished: string) => void): void {
  const unfinished = `${file}${temporary}`;
  rmSync(unfinished, { force: true });
  try {
    make(unfinished);
    syncFile(unfinished);
    crashPoint('file:written');
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(path.dirname(file));
}

export const replaceFile = (file: string, text: string): void =>
  makeWhole(file, (unfinished) => writeFileSync(unfinished, text, { mode: ownerOnly }));

/** Asynchronous, because a busy disk syncs slowly. Content may be in pieces. */
export async function replaceFileAside(file: string, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${file}${temporary}`;
  try {
    await writeFile(unfinished, content, { mode: ownerOnly, flush: true });
    crashPoint('file:written');
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function checksumOf(file: string): Promise<number> {
  let checksum = 0;
  for await (const chunk of createReadStream(file)) checksum = crc32(chunk as Buffer, checksum);
  return checksum;
}
