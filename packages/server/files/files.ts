import type { Readable } from 'node:stream';
import { keepErrorClass } from '#process-kit/failure.ts';

/**
 * Files that whichever server does the work has to find: uploads, and records of feeds. Names are made by us, such as
 * `records/collection-7/1.ab12.unpublished`; a file is there once it is whole, and never changes. Where they are kept may be away, which
 * every call tells by `FilesAwayError`; a disk tells its own errors.
 */
export interface Files {
  /** Whether other servers have the same files, and may be writing some. */
  readonly isShared: boolean;
  /** Reads the body to its end and keeps it. What fails on the way leaves nothing, and destroys the body. */
  put(name: string, body: Readable): Promise<void>;
  /** Keeps a short text where there is no such file yet. Of several who do so at once, whichever servers they are, one is kept. */
  putFirst(name: string, text: string): Promise<void>;
  /** null when there is no such file. */
  open(name: string): Promise<OpenedFile | null>;
  /** All files whose names begin so, at any depth. */
  list(prefix: string): Promise<KeptFile[]>;
  /** Does nothing when there is no such file. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** Deletes all whose names begin with a folder, which has a slash at its end, also what is on its way. */
  removeFolder(folder: string): Promise<void>;
  /** Deletes what was cut off on its way into files whose names begin so: all of it, or what began before a moment (epoch milliseconds). */
  removeUnfinished(prefix: string, startedBefore?: number): Promise<void>;
  /** Never throws. */
  look(): Promise<FilesState>;
  close(): void;
}

/** What all names begin with, by what they hold. Each has a slash at its end. */
export const fileFolders = { uploads: 'uploads/', records: 'records/' } as const;

/** Whether files can be kept and found now: `refused` needs other settings, `away` may pass. */
export type FilesState = 'there' | 'refused' | 'away';

export interface OpenedFile {
  readonly sizeBytes: number;
  /** Fewer bytes than asked for at the end of the file alone. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface KeptFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

/** Where files are kept does not answer, or refuses. The message is for the log; it holds no secret. */
export class FilesAwayError extends Error {
  override name = 'FilesAwayError';
}
keepErrorClass(FilesAwayError);

/** Letters, digits, points, hyphens and slashes, none of which leads out of where files are kept. */
const namePattern = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Throws for a name that is none of ours. */
export function checkName(name: string): void {
  if (!namePattern.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file that is kept.`);
}

/** So much of a file is in memory while it is read from its beginning to its end. */
const pieceBytes = 4 * 1024 * 1024;

/** The bytes of a file, which is closed after them. */
export async function* bytesOf(file: OpenedFile): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < file.sizeBytes;) {
      const piece = await file.read(position, Math.min(pieceBytes, file.sizeBytes - position));
      if (piece.length === 0) throw new FilesAwayError('A file ends before its size.');
      position += piece.length;
      yield piece;
    }
  } finally {
    await file.close();
  }
}
