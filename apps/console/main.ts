import { askEarly } from '#console-kit/early-calls.ts';
import { readStored } from '#console-kit/stored.ts';
import { earlyPaths } from './early-paths.ts';
import { publicPageAt, type LoadPage } from './public-pages.ts';
import './styles.ts';

const loadConsole: LoadPage = () => import('./console.tsx');

/** Small, so that it runs at once: what a page needs is asked for together, not one after the other. */
async function main(): Promise<void> {
  const publicPage = publicPageAt(location.pathname);
  const isSignedIn = readStored('sessionToken') !== null;
  if (publicPage?.isForGuests && isSignedIn) return location.replace('/dashboard');
  if (!publicPage && readStored('projectToken') !== null && isSignedIn) for (const path of earlyPaths) askEarly(path);
  const page = (publicPage?.load ?? loadConsole)();
  const { start } = await import('./start.tsx');
  await start(page);
}

// Not awaited: what it loads may use modules of this very file, which are there only once it has ended.
void main();
