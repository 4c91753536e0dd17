import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestOf } from '#ui/calls/api.ts';
import { setBatching } from '#ui/calls/batch.ts';
import { beginTab } from '#ui/state/tab.ts';
import { writeStored } from '#ui/state/stored.ts';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import { verify } from '#features/account/session.contract.ts';
import { readDataQuality, readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { listCollections, pingSearch } from '#features/data/collections/collections.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { listProjects, readDefaultProject, readProject } from '#features/owner/projects/projects.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { readAnnouncement } from '#features/super-admin/announcement/announcement.contract.ts';
import { askEarly, dashboardCalls, searchSettingsCalls, shellCalls } from './early-calls.ts';

const askedAt = (address: string) => {
  const sent = vi.fn<typeof fetch>(async () => new Response('', { status: 503 }));
  vi.stubGlobal('fetch', sent);
  history.replaceState(null, '', address);
  beginTab();
  askEarly();
  expect(sent).toHaveBeenCalledOnce();
  return JSON.parse(sent.mock.calls[0]![1]!.body as string) as { calls: { url: string }[]; selecting: string };
};

beforeEach(() => writeStored('sessionToken', 'session'));
afterEach(() => setBatching(false));

it('has the addresses of calls that exist', () => {
  const shell = [verify, listCollections, listProjects, pingSearch, listMessages, readAnnouncement, listMyInvitations];
  expect(shell.map((endpoint) => requestOf(endpoint, {}).url)).toEqual(shellCalls);
  expect([readProjectState, readDataQuality].map((endpoint) => requestOf(endpoint, {}).url)).toEqual(dashboardCalls);
  expect([requestOf(readWaiting, {}).url]).toEqual(searchSettingsCalls);
});

it('asks what a screen shows first on that screen only', () => {
  expect(askedAt('/').calls.map(({ url }) => url)).toEqual([...shellCalls, ...dashboardCalls]);
  expect(askedAt('/search-settings/synonyms').calls.map(({ url }) => url)).toEqual([...shellCalls, ...searchSettingsCalls]);
  expect(askedAt('/data/schema').calls.map(({ url }) => url)).toEqual(shellCalls);
});

it('selects the project of the address, else the default one', () => {
  expect(askedAt('/dashboard?p=5').selecting).toBe(requestOf(readProject, { id: 5 }).url);
  expect(askedAt('/dashboard').selecting).toBe(requestOf(readDefaultProject, {}).url);
});
