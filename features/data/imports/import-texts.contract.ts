import { errors } from '#contract/errors.ts';
import { feedFailures, feedWarnings, implausible, problemTexts } from '#feeds/feed-texts.ts';

export { feedWarnings, implausible };
export type { FeedFailureCode } from '#feeds/feed-texts.ts';

/** Sentences by `reason` of a problem. */
export const problemReasons: Readonly<Record<string, string>> = problemTexts;

/** English texts by code. */
export const importFailures = {
  ...feedFailures,
  noUsableItem: 'No item could be used. See the error data, fix the feed and import again.',
  noAvailability: 'The price and stock feed has no ids with a price or stock. Use the item feed’s ids.',
  passwordUnreadable: 'The address’s password or key can’t be decrypted. Enter the whole address again.',
  uploadGone: errors.uploadGone.text,
  onHoldGone: 'This import’s items are gone. Import the feed again.',
  onHoldDamaged: 'This import is damaged on disk and can’t be published. Live items don’t change. Import again.',
  diskFull: 'The server’s disk is full; nothing has changed. Free space, then import again.',
  storageFailed: 'The server could not write: {reason}. Nothing has changed. Ask your administrator, then import again.',
  filesAway: 'The file storage did not respond; nothing has changed. Import again in a few minutes, or ask your administrator.',
  cutOff: 'The import was interrupted several times. Import again, or ask your administrator.',
} as const;
