import { setTimeout as sleep } from 'node:timers/promises';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { register } from '#features/account/account.contract.ts';
import { createProject, createSampleProject, type ProjectInput } from '#features/owner/projects/projects.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Page } from '#contract/page.ts';
import { type Feed, listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';

/** Opposite sides of the day. */
const [usual, opposite] = ['Europe/Prague', 'Pacific/Auckland'];
/** Hours without midnight before or after the run. */
const [firstHour, lastHour] = [3, 20];
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
const isDayIn = (timeZone: string): boolean => hourIn(timeZone) >= firstHour && hourIn(timeZone) <= lastHour;

/**
 * Browsers and projects of journeys use a time zone without midnight during the run: waiting rules would go live, and today would become
 * yesterday. Playwright's workers inherit it.
 */
export const timeZone = (process.env['AISLE_JOURNEYS_TIME_ZONE'] ??= isDayIn(usual) ? usual : opposite);

/** Password of all users here. */
export const password = 'Correct-Horse-7';
const agreed = { password, password_confirmation: password, agree: true };

/** The first user, an administrator. */
export const owner = { name: 'Olga', surname: 'Owner', email: 'olga@example.com', ...agreed };

export interface OwnProject extends OutputOf<typeof createProject> {
  readonly sessionToken: string;
  readonly email: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly sessionToken?: string | undefined;
  /** Public token of the project. */
  readonly token?: string | undefined;
}

/** Throws the error response. */
export async function send<Data>(serverUrl: string, { method, path, body, sessionToken, token }: Call): Promise<Data> {
  const response = await fetch(serverUrl + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sessionToken !== undefined && { [sessionHeader]: sessionToken }),
      ...(token !== undefined && { [projectHeader]: token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, msg } = (await response.json()) as Envelope<Data>;
  if (!response.ok || data === null) throw new Error(`${method} ${path} answered ${response.status}: ${msg}`);
  return data;
}

export const post = <Data>(serverUrl: string, path: string, body: unknown, sessionToken?: string): Promise<Data> =>
  send(serverUrl, { method: 'POST', path, body, sessionToken });

export const read = <Data>(serverUrl: string, path: string, sessionToken: string, token: string): Promise<Data> =>
  send(serverUrl, { method: 'GET', path, sessionToken, token });

/** Without a project. */
export async function signUpNewcomer(serverUrl: string): Promise<{ readonly email: string; readonly token: string }> {
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const person = { name: 'Nora', surname: 'New', email, ...agreed };
  const { token } = await post<{ token: string }>(serverUrl, register.path, person);
  return { email, token };
}

/** With one project. */
export async function signUpWithProject(serverUrl: string, project: Partial<ProjectInput>): Promise<OwnProject> {
  const { token, email } = await signUpNewcomer(serverUrl);
  return { ...(await addProject(serverUrl, token, project)), sessionToken: token, email };
}

/** With the sample shop's items. */
export async function signUpWithSampleShop(serverUrl: string, language: 'cs' | 'en'): Promise<OwnProject> {
  const { token, email } = await signUpNewcomer(serverUrl);
  const project = await post<OutputOf<typeof createProject>>(serverUrl, createSampleProject.path, { language }, token);
  return { ...project, sessionToken: token, email };
}

export async function addProject(
  serverUrl: string,
  sessionToken: string,
  project: Partial<ProjectInput>,
): Promise<OutputOf<typeof createProject>> {
  const input = { name: 'Lamps', language: 'en', data_source: 'custom_feed', time_zone: timeZone, ...project };
  return post<OutputOf<typeof createProject>>(serverUrl, createProject.path, input, sessionToken);
}

type Owned = Pick<OwnProject, 'sessionToken' | 'token'>;

const importMilliseconds = 120_000;
const pauseMilliseconds = 50;

/** Returns the feed after its first import; items are searchable a moment earlier. */
export async function firstImport(serverUrl: string, { sessionToken, token }: Owned): Promise<Feed> {
  for (let waited = 0; waited < importMilliseconds; waited += pauseMilliseconds) {
    const { items } = await read<Page<Feed>>(serverUrl, listFeeds.path, sessionToken, token);
    const [feed] = items;
    if (feed?.last_import && !isUnfinished(feed.last_import)) return feed;
    await sleep(pauseMilliseconds);
  }
  throw new Error('The first import did not end in time.');
}

/** Scheduled imports run at midnight only, so none runs during a journey. */
export async function importAtMidnight(serverUrl: string, feedId: number, { sessionToken, token }: Owned): Promise<void> {
  const path = updateSchedule.path.replace('{id}', String(feedId));
  const schedule = { activated: true, schedule: 'daily', schedule_time: '00:00' };
  await send(serverUrl, { method: 'PUT', path, body: schedule, sessionToken, token });
}

/** A normal browser: bots aren't counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Found {
  readonly query_id: string;
  readonly items: readonly { readonly id: string }[];
}

/** Simulated visitors. */
export function visitorsOf({ url }: { readonly url: string }, token: string) {
  return {
    /** Searches as several visitors, once each; only the first few per address count. Returns the last response. */
    async search(q: string, visitors = 1): Promise<Found> {
      let found: Found | undefined;
      for (let at = 0; at < visitors; at += 1) {
        const address = `/front/search?${String(new URLSearchParams({ token, q, visitor: `visitor-${at}` }))}`;
        const response = await fetch(url + address, { headers: { 'user-agent': userAgent } });
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
        found = ((await response.json()) as { data: Found }).data;
      }
      if (!found) throw new Error('Nobody searched.');
      return found;
    },
    /** Views and clicks an item. */
    async click(itemId: string, queryId: string, position: number): Promise<void> {
      const seen = { item_id: itemId, query_id: queryId, position };
      const events = [
        { ...seen, type: 'impression' },
        { ...seen, type: 'click' },
      ];
      await send(url, { method: 'POST', path: `/front/events?token=${token}`, body: { visitor: 'visitor-0', events } });
    },
  };
}
