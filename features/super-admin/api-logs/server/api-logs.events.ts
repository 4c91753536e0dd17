import type { NotedCall } from './api-calls.store.ts';
import { eventKind } from '#server/base/events.ts';

/** By an answering thread. */
export const apiCallNoted = eventKind<NotedCall>('apiCallNoted');
