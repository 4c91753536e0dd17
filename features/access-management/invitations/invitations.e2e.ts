import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { owner, post, signUpNewcomer, signUpWithProject } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lookAt, expectFits } from '#e2e/look.ts';
import type { JourneyServer } from '#e2e/server.ts';
import { register } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { mailedToken } from '#testing/letters.ts';
import { inviteUser } from './invitations.contract.ts';

interface Invited {
  readonly project: string;
  /** Of the page that the mail leads to. */
  readonly path: string;
}

/** Invites somebody into the project of the sample shop. */
async function invite({ url, dataDirectory }: JourneyServer, ownerToken: string, email: string): Promise<Invited> {
  const session = { 'x-session-token': ownerToken };
  const projects = await fetch(url + listProjects.path, { headers: session });
  const [project] = ((await projects.json()) as { data: { token: string; name: string }[] }).data;
  const headers = { ...session, 'x-client-id': project?.token ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ email, user_groups: [3] });
  expect((await fetch(url + inviteUser.path, { method: 'POST', headers, body })).status).toBe(200);
  return { project: project?.name ?? '', path: `/invitation?token=${await mailedToken(dataDirectory, email)}` };
}

async function isInProject(page: Page, project: string): Promise<void> {
  await expect(page.getByLabel(`Project: ${project}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Feeds' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Projects' })).toBeHidden();
}

test('the mail leads somebody new to sign-up, and from there into the project', async ({ page, server, ownerToken }) => {
  const { path, project } = await invite(server, ownerToken, 'invited@example.com');
  await lookAt(page, { isPhone: true });
  await page.goto(path);
  await expect(page.getByText(`Olga Owner invites you to “${project}”.`)).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('invited@example.com');
  await expect(page.getByLabel('E-mail')).toHaveAttribute('readonly');
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('First name').fill('Ivan');
  await page.getByLabel('Last name').fill('Nový');
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel('Confirm password').fill('Correct-Horse-7');
  await page.getByLabel('I agree with the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up and join' }).click();
  await isInProject(page, project);

  await page.goto(path);
  await expect(page.getByText('This link has expired or was used already.')).toBeVisible();
});

test('somebody with an account signs in by the mail, accepts, and is in the project', async ({ page, server, ownerToken }) => {
  const { email } = await signUpNewcomer(server.url);
  const { path, project } = await invite(server, ownerToken, email);
  await page.goto(path);
  await page.getByRole('button', { name: `Sign in as ${email}` }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`invites you to “${project}”.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await isInProject(page, project);
});

test('whoever is signed in with another address can answer only as the invited one', async ({ page, server, ownerToken }) => {
  const { email } = await signUpNewcomer(server.url);
  const { token } = await signUpNewcomer(server.url);
  const { path } = await invite(server, ownerToken, email);
  await page.goto('/login');
  await page.evaluate((session) => localStorage.setItem('id_token', session), token);
  await page.goto(path);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(`You are signed in with another e-mail address than ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Sign in as ${email}` }).click();
  await expect(page).toHaveURL(/\/login\?return=/);
});

test('an invitation waits where a project is added, too, for whoever has proven the address', async ({
  page,
  server,
  ownerToken,
}) => {
  const email = 'guest@example.com';
  const invitation = new URLSearchParams((await invite(server, ownerToken, email)).path.split('?')[1]).get('token');
  const guest = { ...owner, name: 'Gita', surname: 'Guest', email, invitation };
  const { token } = await post<{ token: string }>(server.url, register.path, guest);
  const host = await signUpWithProject(server.url, { name: 'Corner shop', data_source: 'aisle_api' });
  await invite(server, host.sessionToken, email);

  await page.addInitScript((session) => localStorage.setItem('id_token', session), token);
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toContainText('You are invited to “Corner shop”by Nora New');
  await page.goto('/dashboard?dialog=add-project');
  const panel = page.getByRole('dialog', { name: 'Add project' }).locator('section', { hasText: 'You are invited' });
  await expect(panel).toContainText('You are invited to “Corner shop”by Nora New');
  await panel.getByRole('button', { name: 'Accept' }).click();
  await isInProject(page, 'Corner shop');
  await page.goto('/search-settings/synonyms');
  await expect(page.getByText('“Synonyms” is for the group Search settings. Ask Nora New.')).toBeVisible();
});
