import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { configure } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { inject } from 'vitest';
import czech from '#apps/console/locales/cs.json';
import english from '#apps/console/locales/en.json';
import { publicPageAt } from '#apps/console/public-pages.ts';
import { queryClient } from '#apps/console/query-client.ts';
import { releasedKinds } from '#apps/console/released-kinds.ts';
import { createConsoleRouter } from '#apps/console/router.tsx';
import { lostConnection, requestOf } from '#ui/calls/api.ts';
import { toasts } from '#ui/calls/toast.ts';
import { LoadReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { startSession } from '#ui/state/session.ts';
import { beginTab, nameProject, setTabSession } from '#ui/state/tab.ts';
import { startI18n } from '#ui/text/i18n.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type OwnProject, send, signUpWithProject, firstImport, importAtMidnight } from '#e2e/calls.ts';
import { patience, until } from './acts.ts';
import type {} from './page-server.ts';
import type { ProjectInput } from '#features/owner/projects/projects.contract.ts';
import { type FeedHost, startFeedHost } from '#testing/feeds/feed-host.ts';
import { atWorkerEnd } from '#testing/worker-end.ts';

configure({
  asyncUtilTimeout: patience,
  defaultHidden: true,
  asyncWrapper: (work) => work(),
  eventWrapper: (work) => work(),
  getElementError: (message) => new Error(message ?? 'nothing is found'),
});

export const { url: serverUrl, dataDirectory, sampleShop } = inject('pageServer');

interface Visitor {
  readonly sessionToken?: string;
  readonly id?: number;
}

const goTo = (href: string): void => (window as unknown as { happyDOM: { setURL(to: string): void } }).happyDOM.setURL(href);
goTo(serverUrl);

const { getComputedStyle: calculate } = window;
const displays = new Map<string, string>();
function displayOf(tagName: string): string {
  let display = displays.get(tagName);
  if (display === undefined) {
    const element = document.body.appendChild(document.createElement(tagName));
    displays.set(tagName, (display = calculate(element).display));
    element.remove();
  }
  return display;
}
/** happy-dom computes styles of all ancestors for each accessible name; without style sheets only inline styles matter. */
window.getComputedStyle = (element) => {
  const { style, tagName } = element as HTMLElement;
  const display = style.display || displayOf(tagName);
  const getPropertyValue = (name: string) => (name === 'display' ? display : style.getPropertyValue(name));
  return new Proxy(style, {
    get: (own, name) => (name === 'display' ? display : name === 'getPropertyValue' ? getPropertyValue : Reflect.get(own, name)),
  });
};
Object.assign(document, { fonts: new EventTarget() });

let root: Root | undefined;
export function closePage(): void {
  root?.unmount();
  document.body.replaceChildren();
  queryClient.clear();
  toasts.set([]);
  lostConnection.set(false);
}

/** The whole console on the real server; by default as owner of the sample shop. */
export async function openPage(
  address: string,
  { sessionToken, id }: Visitor = sampleShop,
  language: 'cs' | 'en' = 'en',
): Promise<void> {
  closePage();
  const at = new URL(address, serverUrl);
  if (id !== undefined) at.searchParams.set('p', String(id));
  goTo(at.href);
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', language);
  if (sessionToken === undefined) setTabSession(null);
  else startSession(sessionToken);
  beginTab();
  nameProject();
  await startI18n(async (shown) => (shown === 'cs' ? czech : english));
  const publicPage = publicPageAt(at.pathname);
  const Page = publicPage && (await publicPage.load()).default;
  const router = createConsoleRouter();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <MantineProvider env="test">
      <LoadReleasedKinds value={async () => releasedKinds}>
        {Page ? <Page /> : <RouterProvider router={router} />}
      </LoadReleasedKinds>
    </MantineProvider>,
  );
}

const countedMilliseconds = 3_000;

/** Reloads until it shows what the server writes with a delay. */
export const openUntil = (address: string, visitor: Visitor, look: () => void): Promise<void> =>
  until(async () => {
    await openPage(address, visitor);
    await until(look, countedMilliseconds);
  });

let host: Promise<FeedHost> | undefined;
export const feedHost = (): Promise<FeedHost> => (host ??= startHost());

async function startHost(): Promise<FeedHost> {
  const started = await startFeedHost();
  atWorkerEnd(() => started.close());
  return started;
}

export async function newShop(feed: string, project: Partial<ProjectInput> = {}): Promise<OwnProject> {
  const address = (await feedHost()).put(`/${crypto.randomUUID()}.ndjson`, feed, 'application/x-ndjson');
  const own = await signUpWithProject(serverUrl, { feed_url: address, ...project });
  await importAtMidnight(serverUrl, own.feed_id!, own);
  await firstImport(serverUrl, own);
  return own;
}

export const emptyShop = (project: Partial<ProjectInput> = {}): Promise<OwnProject> =>
  signUpWithProject(serverUrl, { data_source: 'aisle_api', feed_url: '', ...project });

/** Like another tab of the person. */
export function callAs<E extends Endpoint>(
  { sessionToken, token }: Pick<OwnProject, 'sessionToken' | 'token'>,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  const { url: path, body } = requestOf(endpoint, input);
  return send(serverUrl, {
    method: endpoint.method,
    path,
    sessionToken,
    token,
    ...(body !== null && { body: JSON.parse(body) }),
  });
}
