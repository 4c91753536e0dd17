import { callEarly, setBatching } from '#ui/calls/batch.ts';
import { nameProject, projectOf } from '#ui/state/tab.ts';
import type { LoadPage } from './loading.ts';
import { pages } from './pages.ts';

/** Calls of the shell for every member. Without contracts, which are large. */
export const shellCalls = [
  '/api/verify',
  '/api/collections',
  '/api/sales_channels',
  '/api/elastic/ping',
  '/api/messages',
  '/api/announcement',
  '/api/invite/my_list',
] as const;
export const dashboardCalls = ['/api/dashboard/state', '/api/dashboard/data-quality'] as const;
export const searchSettingsCalls = ['/api/releases/waiting'] as const;

/** For what moves the rest of the screen. */
function callsOf(path: string): readonly string[] {
  if (path.startsWith('/search-settings/')) return searchSettingsCalls;
  return isDashboard(path) ? dashboardCalls : [];
}

const isDashboard = (path: string): boolean => ['/', '/dashboard'].includes(path);

const pageAt = (path: string): LoadPage | undefined => pages[path as keyof typeof pages];

/** Sends the first calls, and fetches the first screen, while the shell loads. */
export function askEarly(): void {
  const { pathname } = location;
  const wanted = projectOf(location.search);
  nameProject();
  setBatching(true);
  callEarly([...shellCalls, ...callsOf(pathname)], `/api/sales_channel/${wanted ?? 'default'}`);
  // The route reports a failure.
  pageAt(isDashboard(pathname) ? '/dashboard' : pathname)?.().catch(() => undefined);
}
