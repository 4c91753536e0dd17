import { createStore } from '#ui/state/store.ts';

/** Whether a call failed because the server did not answer, and it hasn't answered since. */
export const lostConnection = createStore(false);
