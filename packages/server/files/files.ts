import type { Readable } from 'node:stream';
import { keepErrorClass } from '#process-kit/channel.ts';

/**
 * Storage that all servers reach: uploads of feeds. Names are ours, such as
 * `uploads/ab12`; a file appears when complete and never changes. Calls throw `FilesAwayError`
 * while the storage is away, and the disk's own errors.
 */
export interface Files {
  readonly isShared: boolean;
  /** Reads the body to its end. On failure nothing is kept, and the body is destroyed. */
  put(name: string, body: Readable): Promise<void>;
  /** Atomic create: of several callers on any servers, one wins. */
  putFirst(name: string, text: string): Promise<void>;
  /** null: not found. */
  open(name: string): Promise<OpenedFile | null>;
  /** By prefix, at any depth. */
  list(prefix: string): Promise<KeptFile[]>;
  /** No-op if missing. */
  remove(name: string): Promise<void>;
  /** Deletes interrupted writes by prefix: all, or those begun before `startedBefore` (epoch milliseconds). */
  removeUnfinished(prefix: string, startedBefore?: number): Promise<void>;
  /** Never throws. */
  look(): Promise<FilesState>;
  close(): void;
}

export const uploadsFolder = 'uploads/';

/** `refused` needs other settings; `away` may pass. */
export type FilesState = 'there' | 'refused' | 'away';

export interface OpenedFile {
  readonly sizeBytes: number;
  /** Shorter only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface KeptFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

/** The message holds no secret. */
export class FilesAwayError extends Error {
  override name = 'FilesAwayError';
}
keepErrorClass(FilesAwayError);

/** No part leads out of the folder. */
const namePattern = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

export function checkName(name: string): void {
  if (!namePattern.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file that is kept.`);
}

const pieceBytes = 4 * 1024 * 1024;

/** Closes the file afterwards. */
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
