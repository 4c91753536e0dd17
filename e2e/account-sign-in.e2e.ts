import { type ProviderClaims, startProvider } from '#testing/openid-provider.ts';
import { codeOf } from '#testing/second-factor.ts';
import { password, signUpNewcomer } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './server.ts';

test('somebody sets up a second factor, and signs in with codes of the app and of paper', async ({ page, server }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const code = page.getByLabel('Code from your app');
  const { email } = await signUpNewcomer(server.url);
  const signIn = async () => {
    await page.goto('/login?return=/profile');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button('Sign in').click();
  };
  const signOut = () => page.evaluate('localStorage.clear(), sessionStorage.clear()');

  await signIn();
  await button('Set up').click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await button('Continue').click();
  await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const key = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  await button('Continue').click();
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong or expired code. Enter the current one.')).toBeVisible();
  const firstCode = codeOf(key);
  await code.fill(firstCode.replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await page.keyboard.press('Escape');
  await button('Keep editing').click();
  await page.getByLabel('I’ve saved the codes').check();
  await button('Done').click();
  await expect(button('New codes')).toBeVisible();

  await signOut();
  await signIn();
  await code.fill(firstCode);
  await button('Sign in').click();
  await expect(page.getByText('Wrong or expired code. Enter the current one.')).toBeVisible();
  await code.fill(codeOf(key, 1));
  await button('Sign in').click();
  await expect(button('New codes')).toBeVisible();

  await signOut();
  await signIn();
  await button('Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await button('Sign in').click();
  await expect(page.getByText(/9/).first()).toBeVisible();
});

test('somebody signs in with the provider, where they wanted to go, and reads what is wrong', async ({ page }) => {
  const provider = await startProvider();
  const { issuer, clientId, clientSecret, name } = provider.settings;
  const server = await startServer({
    settings: {
      AISLE_OIDC_ISSUER: issuer,
      AISLE_OIDC_CLIENT_ID: clientId,
      AISLE_OIDC_CLIENT_SECRET: clientSecret,
      AISLE_OIDC_NAME: name,
      AISLE_PASSWORD_SIGNIN: 'off',
    },
  });
  const signIn = async (subject: string, claims: ProviderClaims) => {
    provider.signsIn(subject, claims);
    await page.context().clearCookies();
    await page.goto(`${server.url}/profile`);
    await page.getByRole('button', { name: 'Sign in with Keyring' }).click();
  };
  try {
    await signIn('eva', { email: 'eva@example.com', email_verified: false });
    await expect(page.getByText('Your sign-in provider hasn’t verified your e-mail address.')).toBeVisible();
    await expect(page.getByLabel('E-mail')).toBeHidden();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expect(page.getByText('Sign-in timed out or was already used.')).toBeVisible();

    await signIn('eva', { email: 'eva@example.com', email_verified: true, given_name: 'Eva', family_name: 'Nová' });
    await expect(page).toHaveURL(/\/profile/);
    await expect(page.getByLabel('First name')).toHaveValue('Eva');
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeHidden();
  } finally {
    await server.stop();
    await provider.close();
  }
});
