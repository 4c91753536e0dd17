import { closeSync, createReadStream, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` tries for ever where a file system lets nobody make anything
 * and says that something is missing, as that of `/proc` does. Throws what the file system says.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  mkdirSync(folder, { mode });
}

/** Makes the names in a folder durable. */
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

/** Nobody else on the machine has business in the data folder. */
const ownerOnly = 0o600;

/** Replaces a file in one step: whoever reads it sees the old or the new text, also after a power cut. Its owner alone may read it. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  const handle = openSync(temporary, 'w', ownerOnly);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

/** As `replaceFile`, without holding up searches: a disk that is busy takes a while to say that it has a file. */
export async function replaceFileAside(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', ownerOnly);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** CRC-32 of a file's bytes. */
export async function checksumOf(file: string): Promise<number> {
  let checksum = 0;
  for await (const chunk of createReadStream(file)) checksum = crc32(chunk as Buffer, checksum);
  return checksum;
}
