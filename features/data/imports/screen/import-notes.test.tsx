import { beforeAll, expect, it } from 'vitest';
import type { ImportWarning } from '#features/data/imports/imports.contract.ts';
import { startI18n } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { ImportNotes } from './import-notes.panel.tsx';

import en from '#apps/console/locales/en.json' with { type: 'json' };

beforeAll(() => startI18n(async () => en));

const plain: ImportWarning = { code: 'noHeader', details: {} };
const implausible: ImportWarning = { code: 'samePrices', details: { amount: '1' } };

it('shows implausible results before other notes, and nothing without notes', async () => {
  const { container, unmount } = await renderAt('/', () => <ImportNotes collectionId={null} warnings={[plain, implausible]} />);
  const texts = [...container.querySelectorAll('li')].map(({ textContent }) => textContent?.trim());
  expect(texts).toEqual([
    'All items cost 1. If that’s wrong, choose another price in the mapping.',
    'The file has no header row: columns are numbered. Set headers, or map the columns.',
  ]);
  unmount();
  const none = await renderAt('/', () => <ImportNotes collectionId={null} warnings={[]} />);
  expect(none.container.querySelector('section')).toBeNull();
});
