import { askEarly } from '#ui/calls/early-calls.ts';
import { beginTab, nameProject, tabProject, tabSession } from '#ui/state/tab.ts';
import { earlyPaths } from './early-paths.ts';
import type { LoadPage } from './loading.ts';
import { publicPageAt } from './public-pages.ts';
import './styles.ts';

const loadConsole: LoadPage = () => import('./console.tsx');

/** Small, so that it runs at once: what a page needs is asked for together, not one after the other. */
async function main(): Promise<void> {
  beginTab();
  const publicPage = publicPageAt(location.pathname);
  const isSignedIn = tabSession() !== null;
  if (publicPage?.isForGuests && isSignedIn) return location.replace('/dashboard');
  if (!publicPage && isSignedIn) beginInProject();
  const page = (publicPage?.load ?? loadConsole)();
  const { start } = await import('./start.tsx');
  await start(page);
}

/** What every screen begins with is asked for in the project of the tab, which the address names from the beginning. */
function beginInProject(): void {
  if (!tabProject()) return;
  nameProject();
  for (const path of earlyPaths) askEarly(path);
}

/** Without the code that shows failures in the reader's language, this is all that can be said. */
function tellMissing(): void {
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = 'This page could not be loaded. Load it again. · Stránku se nepodařilo načíst. Načtěte ji znovu.';
  document.body.replaceChildren(again);
}

// Not awaited: what it loads may use modules of this very file, which are there only once it has ended.
main().catch(tellMissing);
