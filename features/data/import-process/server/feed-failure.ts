import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import { UploadGoneError } from './open-source.ts';
import { FeedError, type TagNameNeeded } from '#feeds/feed-error.ts';
import { isDiskFull } from '#process-kit/disk-full.ts';
import { FilesAwayError } from '#server/files/files.ts';
import { storageFailure } from '#process-kit/storage-failure.ts';

/** Why a feed can't be read, for its owner; null for what is our fault. */
export function failureOf(error: unknown): ImportFailure | null {
  if (error instanceof UploadGoneError) return { code: 'uploadGone', details: {} };
  if (error instanceof FilesAwayError) return { code: 'filesAway', details: {} };
  if (isDiskFull(error)) return { code: 'diskFull', details: {} };
  const reason = storageFailure(error);
  if (reason !== null) return { code: 'storageFailed', details: { reason } };
  return error instanceof FeedError ? { code: error.code, details: error.details } : null;
}

export const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({ tag_name: name, count, sample_fields: [...sampleFields] }));
