import { expectAccessible } from '#e2e/accessibility.ts';
import { owner, password, post, signUpNewcomer } from '#e2e/calls.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lookAt, type Look, expectFits, sentencesOf } from '#e2e/look.ts';
import { startServer } from '#e2e/server.ts';
import { register } from '#features/account/account.contract.ts';
import { codeOf } from '#testing/second-factor.ts';

const looks: readonly (Required<Look> & { readonly isThorough: boolean })[] = [
  { language: 'cs', isPhone: true, isDark: true, isThorough: true },
  { language: 'en', isPhone: false, isDark: false, isThorough: false },
];

for (const { isThorough, ...look } of firstByDay(...looks))
  test(`somebody sets a second factor up, and signs in with codes of the app and of paper, in ${look.language}`, async ({
    page,
    server,
  }) => {
    const t = sentencesOf(look.language);
    const button = (name: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(name), exact: true });
    const looksRight = async () => {
      if (!isThorough) return;
      await expectAccessible(page);
      await expectFits(page);
    };
    const { email } = await signUpNewcomer(server.url);
    const signIn = async () => {
      await page.goto(`${server.url}/login?return=/profile`);
      await page.getByLabel(t('E-mail')).fill(email);
      await page.getByLabel(t('Password'), { exact: true }).fill(password);
      await button('Sign in').click();
    };
    const signOut = async () => {
      await page.evaluate(() => localStorage.removeItem('id_token'));
      await page.evaluate(() => sessionStorage.clear());
    };
    await lookAt(page, look);

    await signIn();
    await button('Set up').click();
    await page.getByRole('dialog').getByLabel(t('Password'), { exact: true }).fill(password);
    await button('Continue').click();
    await expect(page.getByRole('img', { name: t('QR code with the key') })).toBeVisible();
    await looksRight();
    const key = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    await button('Continue').click();
    await page.getByLabel(t('Code from your app')).fill('12345');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('The code is wrong or too old.'))).toBeVisible();
    const firstCode = codeOf(key);
    await page.getByLabel(t('Code from your app')).fill(firstCode.replace(/^.../, '$& '));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: t('Recovery codes') }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await looksRight();
    const recoveryCode = await codes.first().innerText();
    await page.keyboard.press('Escape');
    await button('Keep editing').click();
    await page.getByLabel(t('I have stored them')).check();
    await button('Done').click();
    await expect(button('New codes')).toBeVisible();
    await looksRight();

    await signOut();
    await signIn();
    await page.getByLabel(t('Code from your app')).fill(firstCode);
    await button('Sign in').click();
    await expect(page.getByText(t('The code is wrong or too old.'))).toBeVisible();
    await looksRight();
    await page.getByLabel(t('Code from your app')).fill(codeOf(key, 1));
    await button('Sign in').click();
    await expect(button('New codes')).toBeVisible();

    await signOut();
    await signIn();
    await button('Use a recovery code').click();
    await page.getByLabel(t('Recovery code')).fill(recoveryCode.toUpperCase());
    await button('Sign in').click();
    await expect(page.getByText(/9/).first()).toBeVisible();
    await button('Turn off').click();
    await page.getByRole('dialog').getByLabel(t('Password'), { exact: true }).fill(password);
    await page.getByRole('dialog').getByLabel(t('Code from your app, or a recovery code')).fill(recoveryCode);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Turn off') })
      .click();
    await expect(page.getByText(t('The code is wrong or too old.'))).toBeVisible();
  });

test('who has none is led to it where the server demands it, and then goes on where they were', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_REQUIRE_TWO_FACTOR: 'true' } });
  try {
    await post(server.url, register.path, owner);
    await page.goto(`${server.url}/profile`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This server asks everybody for it.')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const key = (await page.locator('main code').innerText()).replaceAll(' ', '');
    await page.goto(`${server.url}/owner/projects`);
    await expect(page.getByText('This server asks everybody for it.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const newKey = (await page.locator('main code').innerText()).replaceAll(' ', '');
    expect(newKey).not.toBe(key);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code from your app').fill(codeOf(newKey));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('I have stored them').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/owner\/projects/);
  } finally {
    await server.stop();
  }
});
