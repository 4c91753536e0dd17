import { eventKind } from '#server/base/events.ts';

/** Once a minute at most. */
export const shopCalled = eventKind<{ readonly projectId: number }>('shopCalled');
