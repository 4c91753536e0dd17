import { expectAccessible } from '#e2e/accessibility.ts';
import { password } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { mailedToken } from '#testing/letters.ts';

const newPassword = 'Battery-Staple-8';

test('somebody changes who they are, their picture, address and password, and stays as the last owner', async ({
  page,
  server,
  asShop,
  feedHost,
}) => {
  const { email } = await asShop(feedHost.put('/profile.ndjson', '{"id":"1","name":"Lamp"}\n'));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

  await page.getByLabel('First name').fill('Eva');
  await page.getByLabel('Phone').fill('not a number');
  await page.getByLabel('E-mail').fill(`new-${email}`);
  await page.locator('input[type=file]').setInputFiles('docs/screenshots/add-project.png');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Phone is not valid')).toBeVisible();
  await page.getByLabel('Phone').fill('+420 123 456 789');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`Open the link we sent to new-${email}. Until then ${email} stays.`)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible();
  // Without a reload.
  await expect(page.getByRole('button', { name: /^User menu of Eva/ }).locator('img')).toBeVisible();

  await page.getByLabel('Current password').fill('Wrong-Horse-7');
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Verify').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText("This isn't your current password.")).toBeVisible();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. Other sessions were signed out.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Changed the password here/i })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'My projects' }).click();
  await expect(page.getByRole('heading', { name: 'My projects' })).toBeInViewport();

  // The new password has stopped the change of the address.
  await page.getByLabel('E-mail').fill(`newer-${email}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const token = await mailedToken(server.dataDirectory, `newer-${email}`);
  await page.goto(`/email-change?token=${token}`);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText(`Your e-mail address is newer-${email} now.`)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/profile');
  await expect(page.getByText('Give Lamps another owner first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Leave' })).toHaveAttribute('aria-disabled', 'true');
});
