import type { Browser, Page } from '@playwright/test';

/** Milliseconds until a frame shows what the panel has made of a key. */
export interface TypedKey {
  readonly fromKey: number;
  /** From the call that the plugin makes once nobody has typed for 120 ms. */
  readonly fromCall: number;
}

/** Runs in the page, before anything of it. */
const watch = `
  window.keys = { now: null, done: [], ended: 0 };
  addEventListener('keydown', ({ timeStamp }) => (keys.now = { key: timeStamp }), { capture: true });
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const one = String(asked[0]).includes('/autocomplete') ? keys.now : null;
    if (one) one.call = performance.now();
    const answer = await send(...asked);
    if (one) one.answer = performance.now();
    return answer;
  };
  const shown = () => {
    const one = keys.now;
    if (!one?.answer || one.isDrawn) return;
    one.isDrawn = true;
    // After the frame that has it.
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        const at = performance.now();
        keys.done.push({ fromKey: at - one.key, fromCall: at - one.call });
      };
      after.port2.postMessage(null);
    });
  };
  window.watchPanel = () =>
    new MutationObserver(shown).observe(document.querySelector('[data-aisle="panel"]').shadowRoot, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
`;
const waitMs = 3_000;
const count = (page: Page): Promise<number> => page.evaluate<number>('keys.done.length');

/** Types each text letter by letter, each letter once the panel has shown what became of the one before. */
export async function typeTexts(
  browser: Browser,
  address: string,
  texts: readonly string[],
  slowdown: number,
): Promise<TypedKey[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const field = page.getByRole('combobox');
    await field.pressSequentially('ket');
    await page.locator('[data-aisle="panel"] .tile').first().waitFor();
    await page.evaluate('watchPanel()');
    for (const text of texts) {
      await field.fill('');
      await page.waitForTimeout(200);
      for (const letter of text) {
        const before = await count(page);
        await page.keyboard.press(letter);
        for (const deadline = Date.now() + waitMs; Date.now() < deadline && (await count(page)) === before;)
          await page.waitForTimeout(20);
      }
    }
    return await page.evaluate<TypedKey[]>('keys.done');
  } finally {
    await context.close();
  }
}
