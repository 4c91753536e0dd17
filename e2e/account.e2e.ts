import { mailedToken } from '#testing/letters.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, settling } from './pages.ts';
import { type ProviderClaims, startProvider } from '#testing/openid-provider.ts';
import { codeOf } from '#testing/second-factor.ts';
import { password, signUpNewcomer } from './calls.ts';
import { startServer } from './server.ts';

test('a visitor reads the terms, signs up by the mailed link, and uploads a picture', async ({ page, server }) => {
  const email = `elsewhere-${Date.now()}@example.com`;
  // Local sign-ups need no mail.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await page.getByLabel('First name').fill('Eva');
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await expect(terms).toContainText('1. Who runs this');
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Eva');
  await page.getByLabel('Last name').fill('Nová');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel('Confirm password').fill('Correct-Horse-7');
  await page.getByLabel('I agree with the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText(`Open the link we sent to ${email} to finish.`)).toBeVisible();

  await page.goto(`/register/confirm?token=${await mailedToken(server.dataDirectory, email)}`);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('The login detail is incorrect.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Add your first project' })).toBeVisible();

  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles('docs/screenshots/add-project.png');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible();
  // Without a reload.
  await expect(page.getByRole('button', { name: /^User menu of Eva/ }).locator('img')).toBeVisible();
});

test('the sign-in page is accessible, and loads at most 150 kB of compressed script', async ({ page, server }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up', exact: true })).toBeVisible();
  await expectAccessible(page);
  // Code that a timer loads counts as well.
  await page.clock.fastForward('10:00');
  await settling(page)();
  const sizeOf = async (url: string) => {
    const { status, headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect([status, url.startsWith(server.url)]).toEqual([200, true]);
    return Number(headers.get('content-length'));
  };
  const sizes = await Promise.all([...scripts].map(sizeOf));
  const sum = sizes.reduce((one, other) => one + other, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum, [...scripts].join(' ')).toBeLessThanOrEqual(150_000);
});

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
  await button('Turn on').click();
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
