import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startServer } from '#e2e/server.ts';
import { type ProviderClaims, startProvider } from '#testing/openid-provider.ts';

test('somebody signs in with the provider, where they wanted to go, and is told what is wrong', async ({ page }) => {
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
  const button = page.getByRole('button', { name: 'Sign in with Keyring' });
  const signIn = async (subject: string, claims: ProviderClaims) => {
    provider.signsIn(subject, claims);
    await page.context().clearCookies();
    await page.goto(`${server.url}/profile`);
    await button.click();
  };
  try {
    await page.goto(`${server.url}/login`);
    await expect(button).toBeVisible();
    await expect(page.getByLabel('E-mail')).toBeHidden();
    await expectAccessible(page);

    await signIn('eva', { email: 'eva@example.com', email_verified: false });
    await expect(page.getByText('Your e-mail address is not verified where you have signed in.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('This sign-in took too long, or was used already.')).toBeVisible();

    await signIn('eva', { email: 'eva@example.com', email_verified: true, given_name: 'Eva', family_name: 'Nová' });
    await expect(page).toHaveURL(/\/profile/);
    await expect(page.getByLabel('First name')).toHaveValue('Eva');
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeHidden();
  } finally {
    await server.stop();
    await provider.close();
  }
});
