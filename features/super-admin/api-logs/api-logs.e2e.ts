import { expectAccessible } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, lookAt } from '#e2e/look.ts';
import { openByMenu } from '#e2e/menu.ts';

test('an administrator finds a call that failed, sees how it ended, and goes on to others like it', async ({
  asOwner,
  server,
  ownerToken,
}) => {
  const page = await asOwner();
  // No other journey calls this one.
  const [project] = await read<{ token: string }[]>(server.url, '/api/sales_channels', ownerToken, '');
  await fetch(`${server.url}/front/trending?token=${project!.token}&limit=no-number`);
  await fetch(`${server.url}/front/trending?token=a-token-of-nobody&limit=5`);
  await page.goto('/dashboard');
  await openByMenu(page, 'API logs');
  await page.getByLabel('Path').fill('/front/trending');
  await page.getByLabel('Status').selectOption('failed');
  const rows = page.getByRole('row').filter({ hasText: 'GET /front/trending' });
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/path=%2Ffront%2Ftrending/);
  await expect(page.getByText('Of calls of shops that go well, every 20th is kept.')).toBeVisible();
  await expect(rows.first()).toContainText('401');

  await rows.first().getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: 'Call' });
  await expect(drawer).toContainText('No project has this token.');
  const parameter = (name: string) => drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(parameter('limit')).toContainText('5');
  await expect(parameter('token')).toContainText('•••');
  await expect(drawer).not.toContainText('a-token-of-nobody');
  await expectAccessible(page);
  // Chromium without a window refuses it otherwise.
  await page.context().grantPermissions(['clipboard-write']);
  await drawer.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(drawer.getByRole('button', { name: 'Copied' })).toBeVisible();

  // The keys go to the call beside it, and back.
  await page.keyboard.press('ArrowDown');
  await expect(drawer).toContainText('422');
  await page.keyboard.press('ArrowUp');
  await expect(drawer).toContainText('401');
  await drawer.getByRole('button', { name: 'Same path' }).click();
  await expect(drawer).toBeHidden();
  await page.getByLabel('Status').selectOption('');

  // Calls that come are counted, and shown once somebody asks for them.
  await fetch(`${server.url}/front/trending?token=another-token-of-nobody`);
  const bar = page.getByRole('group', { name: '1 new call' });
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await expect(rows).toHaveCount(2);
  await bar.getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveCount(3);
  await expect(bar).toBeHidden();

  await page.getByLabel('Status').selectOption('5xx');
  await expect(page.getByText('No rows for these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Path')).toHaveValue('');
});

test('on a phone and in Czech a call is a card with its status, and its details fit', async ({ asOwner, server, ownerToken }) => {
  const page = await asOwner({ language: 'cs', isPhone: true });
  await read(server.url, '/api/sales_channels', ownerToken, '');
  await page.goto('/super-admin/api-logs?path=sales_channels');
  const card = page.getByRole('row').filter({ hasText: 'GET /api/sales_channels' }).first();
  await expect(card).toContainText(/GET \/api\/sales_channels · 200/);
  await expectFits(page);
  await expectAccessible(page);
  await card.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Volání' })).toContainText('Zodpovězeno');
  await lookAt(page, { language: 'cs', isPhone: true, isDark: true });
  await expectFits(page);
  await expectAccessible(page);
});
