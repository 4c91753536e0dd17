import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll, vi } from 'vitest';
import { toasts } from './calls/toast.ts';
import { startSession } from './state/session.ts';
import { beginTab } from './state/tab.ts';
import { startI18n } from './text/i18n.ts';

/** Tests may stop the clock. */
const { setImmediate } = globalThis;
async function drawn(result: unknown): Promise<unknown> {
  const value = await result;
  for (const _ of ['what came', 'what that led to']) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

/** Does what React has to do after a piece of work at once. React as people get it brings none, and its own is several times slower. */
function act(work: () => unknown): unknown {
  const result = flushSync(work);
  return result instanceof Promise ? drawn(result) : result;
}
Object.assign(React, { act });
// It looks for `act` when it is loaded.
const { cleanup, configure } = await import('@testing-library/react');
/** Printing a page takes longer than looking for something that may be there at the next look. */
configure({ getElementError: (message) => new Error(message ?? 'nothing is found') });

/** The files of a worker share a page and its modules. Each begins in English, on the first page, with nobody signed in. */
beforeAll(async () => {
  history.replaceState(null, '', '/');
  startSession('');
  localStorage.clear();
  sessionStorage.clear();
  beginTab('');
  await startI18n(async () => ({}));
});

afterEach(() => {
  cleanup();
  toasts.set([]);
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
