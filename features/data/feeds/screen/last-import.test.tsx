import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { LastImport } from './feeds.page.tsx';

const feedWith = (state: string, need_import: boolean) =>
  ({ need_import, last_import: { state, started_at: 1, finished_at: 2 } }) as Feed;

it('a feed says that its settings have changed since its items went live, and nothing where its import says what to do', async () => {
  for (const [state, isBehind, isTold] of [
    ['done', true, true],
    ['unchanged', true, true],
    ['done', false, false],
    ['running', true, false],
    ['failed', true, false],
    ['held', true, false],
  ] as const) {
    await renderAt('/', () => <LastImport feed={feedWith(state, isBehind)} />);
    await screen.findByText(/Imported|Nothing new|Running|Failed|On hold/);
    expect(screen.queryByText('Changed since then') !== null).toBe(isTold);
    cleanup();
  }
});
