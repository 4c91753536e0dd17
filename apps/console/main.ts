import { beginTab, nameProject, tabSession } from '#ui/state/tab.ts';
import type { LoadPage } from './loading.ts';
import { publicPageAt } from './public-pages.ts';
import './styles.ts';

const loadConsole: LoadPage = () => import('./console.tsx');

async function main(): Promise<void> {
  beginTab();
  const publicPage = publicPageAt(location.pathname);
  const isSignedIn = tabSession() !== null;
  if (publicPage?.isForGuests && isSignedIn) return location.replace('/dashboard');
  if (!publicPage && isSignedIn) nameProject();
  const page = (publicPage?.load ?? loadConsole)();
  const { start } = await import('./start.tsx');
  await start(page);
}

/** English and Czech, as the code that translates is missing. */
function tellMissing(): void {
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = 'This page could not be loaded. Load it again. · Stránku se nepodařilo načíst. Načtěte ji znovu.';
  document.body.replaceChildren(again);
}

// Not awaited: `start.tsx` may import this module, which must be complete by then.
main().catch(tellMissing);
