import { beginTab, tabSession } from '#ui/state/tab.ts';
import { type LoadSentences, startI18n } from '#ui/text/i18n.ts';
import { askEarly } from './early-calls.ts';
import type { LoadPage } from './loading.ts';
import { publicPageAt } from './public-pages.ts';
import './styles.ts';

const loadConsole: LoadPage = () => import('./console.tsx');

const addresses = import.meta.glob<string>('./locales/*.json', { query: '?url&no-inline', import: 'default', eager: true });

const loadSentences: LoadSentences = async (language) => {
  const address = addresses[`./locales/${language}.json`];
  if (address === undefined) return {};
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The translation answered ${response.status}.`);
  return (await response.json()) as Record<string, string>;
};

async function main(): Promise<void> {
  beginTab();
  const publicPage = publicPageAt(location.pathname);
  const isSignedIn = tabSession() !== null;
  if (publicPage?.isForGuests && isSignedIn) return location.replace('/dashboard');
  if (!publicPage && isSignedIn) askEarly();
  const translated = startI18n(loadSentences);
  const page = (publicPage?.load ?? loadConsole)();
  const { start } = await import('./start.tsx');
  await start(page, translated);
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
