import type { ImportDetails } from '#contract/import-texts.ts';
import type { ImportOutcome } from '#features/data/imports/imports.task.ts';

/** How an import ends that found nothing to go live, for a reason of its own. */
export const failedImport = (
  code: 'uploadGone' | 'noUsableItem' | 'noItem' | 'diskFull' | 'storageFailed' | 'filesAway',
  details: ImportDetails = {},
): ImportOutcome => ({
  kind: 'failed',
  failure: { code, details },
  retryAfterSeconds: null,
});
