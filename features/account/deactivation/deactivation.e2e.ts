import { expectAccessible } from '#e2e/accessibility.ts';
import { password, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { sentencesOf } from '#e2e/look.ts';

test('somebody gives up their account, and no longer gets in, in cs', async ({ page, server }) => {
  const t = sentencesOf('cs');
  const { email, token } = await signUpNewcomer(server.url);
  await page.goto('/login');
  await page.evaluate(
    ([session, language]) => {
      localStorage.setItem('id_token', session!);
      localStorage.setItem('language', language!);
    },
    [token, 'cs'],
  );
  await page.goto('/profile#deactivate');
  const deactivate = page.getByRole('button', { name: t('Deactivate account') });
  await page.getByLabel(t('Password'), { exact: true }).fill(password);
  await page.getByLabel(t('Type “{phrase}” to confirm.', { phrase: 'i want deactivate' })).fill('chci pryč');
  await deactivate.click();
  await expect(page.getByText(t('Field is not valid. Type exactly “{phrase}”.', { phrase: 'i want deactivate' }))).toBeVisible();
  await page.getByLabel(t('Type “{phrase}” to confirm.', { phrase: 'i want deactivate' })).fill('i want deactivate');
  await expectAccessible(page);
  await deactivate.click();
  await page.waitForURL('**/login*');
  await expect(page.getByRole('status')).toHaveText(t('Your account is deactivated.'));

  await page.getByLabel(t('E-mail')).fill(email);
  await page.getByLabel(t('Password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('Sign in') }).click();
  await expect(page.getByText(t('The login detail is incorrect.'))).toBeVisible();
});
