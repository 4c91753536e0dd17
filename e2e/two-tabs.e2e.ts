import type { Page } from '@playwright/test';
import { batchPath } from '#contract/envelope.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { addProject, type OwnProject, password, read, signUpWithProject } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu, settling, troublesOf } from './pages.ts';

/** One user with two shops in two tabs; the second tab's project was used last. */
const menuMilliseconds = 5_000;

async function twoShops(
  page: Page,
  asShop: (feedUrl: string, project: { name: string }) => Promise<OwnProject>,
  serverUrl: string,
  feeds: readonly [string, string],
) {
  const alpha = await asShop(feeds[0], { name: 'Alpha lamps' });
  const beta = await addProject(serverUrl, alpha.sessionToken, { name: 'Beta chairs', feed_url: feeds[1] });
  await page.goto(`/dashboard?p=${alpha.id}`);
  await expect(projectButton(page, 'Alpha lamps')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/dashboard');
  // A menu that opens while the page loads may be closed by it.
  await expect(async () => {
    await projectButton(second, 'Alpha lamps').click();
    await second.getByRole('menuitem', { name: 'Beta chairs' }).click({ timeout: menuMilliseconds });
  }).toPass();
  await expect(projectButton(second, 'Beta chairs')).toBeVisible();
  return { alpha, beta, second };
}

const projectButton = (page: Page, name: string) => page.getByLabel(`Project: ${name}`, { exact: true });

/** Projects named by the page's changing calls. */
function writesOf(page: Page): { readonly path: string; readonly project: string | null }[] {
  const writes: { path: string; project: string | null }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith('/api/') || pathname === batchPath) return;
    writes.push({ path: `${request.method()} ${pathname}`, project: request.headers()['x-client-id'] ?? null });
  });
  return writes;
}

test('what a tab saves is saved in its own project, whatever another tab has selected', async ({
  page,
  asFilledShop,
  server,
  feedHost,
}) => {
  const gone = `http://${feedHost.host}/gone.ndjson`;
  const { alpha, beta, second } = await twoShops(page, asFilledShop, server.url, [
    feedHost.put('/alpha.ndjson', lamps(20)),
    gone,
  ]);
  const troubles = troublesOf(page);
  const writes = writesOf(page);
  const inProject = (project: { token: string }, path: string) =>
    read<object>(server.url, path, alpha.sessionToken, project.token).then((data) => JSON.stringify(data));

  /** Only the tab's own project has the row. */
  const isOnlyInAlpha = async (path: string, text: string) => {
    await expect.poll(() => inProject(alpha, path)).toContain(text);
    expect(await inProject(beta, path)).not.toContain(text);
  };

  await openByMenu(page, 'Synonyms');
  await page.getByRole('button', { name: 'Add synonym' }).first().click();
  const synonym = page.getByRole('dialog', { name: 'Add synonym' });
  await synonym.getByLabel('Term').fill('chandelier');
  await synonym.getByLabel('Synonyms').fill('ceiling lamp,');
  await synonym.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'chandelier' })).toBeVisible();
  await isOnlyInAlpha('/api/synonyms', 'chandelier');

  await page.goto('/data/import');
  await page.getByRole('button', { name: 'Add feed' }).click();
  const feed = page.getByRole('dialog', { name: 'Add feed' });
  await feed.getByRole('textbox', { name: 'Name' }).fill('Feed of alpha');
  await feed.getByText('File', { exact: true }).click();
  const file = { name: 'alpha.csv', mimeType: 'text/csv', buffer: Buffer.from('id;name\na1;Alpha floor lamp') };
  await feed.locator('input[type=file]').setInputFiles(file);
  await expect(feed.getByText('alpha.csv')).toBeVisible();
  await feed.getByRole('button', { name: 'Add feed' }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await isOnlyInAlpha('/api/feeds', 'Feed of alpha');

  await page.goto('/owner/projects');
  await page
    .getByRole('row', { name: /Alpha lamps/ })
    .getByRole('button', { name: 'Project settings' })
    .click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Alpha lights');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(projectButton(page, 'Alpha lights')).toBeVisible();

  expect(writes.length).toBeGreaterThan(2);
  expect(writes.filter((write) => write.project !== alpha.token)).toEqual([]);
  expect(troubles).toEqual([]);

  // The other tab stays where it is, with its own message.
  await second.reload();
  await expect(projectButton(second, 'Beta chairs')).toBeVisible();
  const settle = settling(second);
  for (const path of ['/search-settings/synonyms', '/data/import']) {
    await second.goto(path);
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await settle();
    await expect(second.getByRole('main')).not.toContainText(/alpha|chandelier/i);
  }
  const ofSecond = writesOf(second);
  await second.getByRole('button', { name: '1 message' }).click();
  await second.getByRole('button', { name: 'Dismiss' }).click();
  await expect(second.getByText('Dismissed.')).toBeVisible();
  expect(ofSecond.map((write) => write.project)).toEqual([beta.token]);
});

test('a link leads into its project in this tab alone, and into no project of others', async ({
  page,
  asShop,
  server,
  feedHost,
}) => {
  const url = feedHost.put('/links.ndjson', lamps(5));
  const { alpha, beta, second } = await twoShops(page, asShop, server.url, [url, url]);
  await page.goto(`/data/import?p=${beta.id}`);
  await expect(page.getByRole('row', { name: /Beta chairs/ })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Alpha');
  await expect(page.getByText(/^This tab has switched/)).toBeHidden();
  // The second tab is in the project that this one leaves.
  await page.goto(`/data/import?p=${alpha.id}`);
  await expect(page.getByText('This tab has switched to the project “Alpha lamps”.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Alpha lamps/ })).toBeVisible();
  await second.reload();
  await expect(projectButton(second, 'Beta chairs')).toBeVisible();

  const fresh = await page.context().newPage();
  await fresh.goto('/data/import');
  await expect(projectButton(fresh, 'Beta chairs')).toBeVisible();

  const stranger = await signUpWithProject(server.url, { name: 'Of a stranger', feed_url: url });
  await page.goto(`/data/import?p=${stranger.id}`);
  await expect(page.getByRole('heading', { name: 'This project is not open to you' })).toBeVisible();
  await expect(page.getByText('Of a stranger')).toBeHidden();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?p=(${alpha.id}|${beta.id})$`));
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signing out ends all tabs, and what is typed is saved after signing in again', async ({ browser, server, feedHost }) => {
  const own = await signUpWithProject(server.url, { name: 'Alpha lamps', feed_url: feedHost.put('/out.ndjson', lamps(5)) });
  const stranger = await signUpWithProject(server.url, { name: 'Of a stranger', feed_url: '', data_source: 'aisle_api' });
  const context = await browser.newContext({ baseURL: server.url });
  const [typing, reading, leaving] = [await context.newPage(), await context.newPage(), await context.newPage()];
  await typing.goto('/login');
  await signIn(typing, own.email);
  await expect(projectButton(typing, 'Alpha lamps')).toBeVisible();
  await typing.goto('/search-settings/synonyms?edit=new');
  const drawer = typing.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('half done');
  await reading.goto('/data/collections');
  await expect(reading.getByRole('row', { name: /Products/ })).toBeVisible();
  await leaving.goto('/dashboard');
  await leaving.getByRole('button', { name: /^User menu of/ }).click();
  await leaving.getByRole('menuitem', { name: 'Sign out' }).click();

  await expect(reading.getByText('You signed out in another tab. Sign in to continue.')).toBeVisible();
  const ended = typing.getByRole('dialog', { name: 'You are signed out' });
  await expect(ended).toContainText('Not saved yet.');

  await expect(leaving).toHaveURL(/\/login/);
  await signIn(leaving, own.email);
  await expect(reading.getByRole('row', { name: /Products/ })).toBeVisible();
  await expect(ended).toBeHidden();
  await drawer.getByLabel('Synonyms').fill('half finished,');
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(typing.getByRole('row').filter({ hasText: 'half done' })).toBeVisible();

  await typing.getByRole('button', { name: 'Add synonym' }).click();
  await drawer.getByLabel('Term').fill('never saved');
  await leaving.getByRole('button', { name: /^User menu of/ }).click();
  await leaving.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(ended).toBeVisible();
  await expect(leaving).toHaveURL(/\/login/);
  await signIn(leaving, stranger.email);
  await expect(projectButton(leaving, 'Of a stranger')).toBeVisible();
  await expect(typing.getByRole('dialog', { name: 'Somebody else has signed in' })).toBeVisible();
  await expect(reading.getByRole('heading', { name: 'This project is not open to you' })).toBeVisible();
  await typing.getByRole('button', { name: 'Discard changes' }).click();
  await expect(typing.getByRole('heading', { name: 'This project is not open to you' })).toBeVisible();
  await context.close();
});
