import { createStore } from '#ui/state/store.ts';

export const lostConnection = createStore(false);
