import type { OwnCopyOptions } from '#engine/live/threads/own-copy.ts';

/** A copy in the thread that asks as soon as there can be one, and with every change at once. */
export const eagerCopy: OwnCopyOptions = { afterQuestions: 0, makeAfterMs: 0, followAfterMs: 0 };
