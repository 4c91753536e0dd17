import type { ImportOutcome } from '#features/data/imports/imports.task.ts';

/** How an import ends that found nothing to go live, for a reason of its own. */
export const failedImport = (code: 'noUsableItem' | 'noItem'): ImportOutcome => ({
  kind: 'failed',
  failure: { code, details: {} },
  retryAfterSeconds: null,
});
