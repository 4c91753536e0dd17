import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { addressOf, listedScreens, forget, openWhole, test, type WalkedPage } from './screens.ts';
import { expectAccessible, expectFits, phone, troublesOf } from './pages.ts';

const screens = await listedScreens();

/** A dialog that has just opened may miss Escape. */
const closingMilliseconds = 2_000;

/** Buttons and links, in the first row only for lists. */
const buttonsOf = (page: Page): Locator =>
  page.locator('main button:enabled:visible:not([aria-disabled=true]):not(tbody tr ~ tr *, li ~ li *)');

/** Buttons that differ in a name or number do the same. */
const kindsOf = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all) =>
    all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').replaceAll(/“[^”]*”|\d+/g, '…')),
  );

const dialogs = '[role=dialog], [role=alertdialog]';

/** Checked dialogs of this worker. */
const seenDialogs = new Set<string>();

/** Checks each dialog once, by axe and on a phone. */
async function lookAtDialog(page: Page): Promise<void> {
  const shown = page.locator(dialogs).filter({ visible: true });
  if ((await shown.count()) === 0) return;
  const name = await shown.last().evaluate((dialog) => {
    const label = dialog.ownerDocument.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
    return (dialog.getAttribute('aria-label') ?? label?.textContent ?? '').replaceAll(/“[^”]*”|\d+/g, '…');
  });
  if (seenDialogs.has(name)) return;
  seenDialogs.add(name);
  await expectAccessible(page, dialogs, name);
  const wide = page.viewportSize();
  await page.setViewportSize(phone);
  // Popovers move when the page becomes narrow.
  await expectFits(page, name);
  if (wide) await page.setViewportSize(wide);
}

const leavingMilliseconds = 30_000;

/** Presses each kind of button once and resets the screen after each. */
async function pressEach(walked: WalkedPage): Promise<void> {
  const { page, settle } = walked;
  const address = page.url();
  const pressed = new Set<string>();
  for (;;) {
    const kinds = await kindsOf(buttonsOf(page));
    const place = kinds.findIndex((kind) => !pressed.has(kind));
    if (place === -1) return;
    const kind = kinds[place] ?? '';
    pressed.add(kind);
    const step = await stepOf(page);
    try {
      await buttonsOf(page).nth(place).click({ timeout: leavingMilliseconds });
    } catch (error) {
      // Some leave by themselves, such as what loads a slow preview again.
      if ((await kindsOf(buttonsOf(page))).includes(kind)) throw error;
      continue;
    }
    await settle();
    await lookAtDialog(page);
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: closingMilliseconds });
    }).toPass();
    // A reload takes much longer than going back, which most buttons need.
    if (page.url() !== address && (await stepOf(page)) !== step) {
      await page.goBack();
      await settle();
    }
    if (page.url() !== address) await openWhole(walked, address);
  }
}

/** History position: changes with a navigation, not with a replacement. */
const stepOf = (page: Page): Promise<string> => page.evaluate<string>('navigation.currentEntry.key');

for (const screen of screens) {
  test(`${screen.path} opens all that its buttons lead to, and fits a phone in Czech and dark`, async ({
    wide,
    narrow,
    feedId,
  }) => {
    await openWhole(wide, addressOf(screen, feedId));
    await expectAccessible(wide.page);
    await pressEach(wide);
    await openWhole(narrow, wide.page.url());
    await expectFits(narrow.page);
    await expectAccessible(narrow.page);
    expect([...wide.troubles.splice(0), ...narrow.troubles.splice(0)]).toEqual([]);
    await forget(wide.page);
    await forget(narrow.page);
  });
}

/** Lazily loaded files of the built console. */
function filesOnDemand(): readonly string[] {
  const manifest = new URL('../apps/console/dist/.vite/manifest.json', import.meta.url);
  const chunks = Object.values(
    JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string; isDynamicEntry?: boolean }>,
  );
  return chunks.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ file }) => file);
}

test('each file that is loaded on demand runs in a page that has loaded nothing else', async ({ page }) => {
  const files = filesOnDemand();
  expect(files.length).toBeGreaterThan(screens.length);
  const troubles = troublesOf(page);
  for (const file of files) {
    await page.goto('/404');
    await page.evaluate(`import('/${file}').then(() => undefined)`);
  }
  expect(troubles).toEqual([]);
});
