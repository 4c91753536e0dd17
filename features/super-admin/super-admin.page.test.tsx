import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose, dialog, part, press, row, says, textOf } from '#testing/pages/acts.ts';
import { openUntil, sampleShop, serverUrl } from '#testing/pages/open-page.tsx';

it('finds a call that failed and shows how it ended', async () => {
  const path = `/front/trending`;
  await fetch(`${serverUrl}${path}?token=${sampleShop.token}&limit=no-number`);
  await fetch(`${serverUrl}${path}?token=a-token-of-nobody&limit=5`);
  const failed = (): HTMLElement[] => screen.queryAllByRole('row').filter((one) => textOf(one).includes(path));
  await openUntil(`/super-admin/api-logs?path=${encodeURIComponent(path)}&status=failed`, sampleShop, () =>
    expect(failed()).toHaveLength(2),
  );
  await says('One in 20 successful shop calls is logged.');
  fireEvent.click((await row('401')).querySelector('a')!);
  const drawer = part('dialog', 'Call');
  await says('Unknown project token.', drawer);
  expect(textOf(drawer())).not.toContain('a-token-of-nobody');
  await press('Same path', dialog('Call'));
  await choose('Status', '5xx');
  await says('No rows for these filters');
});
