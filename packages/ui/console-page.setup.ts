import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll, vi } from 'vitest';
import { toasts } from './calls/toast.ts';
import { startSession } from './state/session.ts';
import { beginTab } from './state/tab.ts';
import { startI18n } from './text/i18n.ts';

/** Before tests stop the clock. */
const { setImmediate } = globalThis;
async function drawn(result: unknown): Promise<unknown> {
  const value = await result;
  for (const _ of ['what came', 'what that led to']) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

/** Flushes React at once; its own `act` is several times slower. */
function act(work: () => unknown): unknown {
  const result = flushSync(work);
  return result instanceof Promise ? drawn(result) : result;
}
Object.assign(React, { act });
const { cleanup, configure } = await import('@testing-library/react');
/** Printing the page takes longer than the next look. */
configure({ getElementError: (message) => new Error(message ?? 'nothing is found') });

/** Everything is in view. */
class SeesAll extends IntersectionObserver {
  readonly #seen: IntersectionObserverCallback;

  constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    super(seen, options);
    this.#seen = seen;
  }

  override observe(target: Element): void {
    this.#seen([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
}
globalThis.IntersectionObserver = SeesAll;

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
