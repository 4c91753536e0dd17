import { after, type Awaitable } from '#process-kit/work.ts';
import type { Endpoint, ObjectSchema, Schema } from '#contract/endpoint.ts';
import { idempotencyHeader, projectHeader, sessionHeader } from '#contract/envelope.ts';
import type { CallRequest } from '#server/http/direct-calls.ts';
import { allows, needsProject, type Permission, type ProjectPermission, type Rights } from '#contract/permission.ts';
import { acceptedLanguage, type TextLanguage } from '#contract/texts/languages.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { clientAddress, isOnThisMachine } from '#server/http/client-address.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { clockToleranceMilliseconds, type Sessions, type User } from '#server/secrets/sessions.ts';
import { missingProject } from '#server/http/missing-project.ts';
import { lastKnown } from '#server/db/last-known.ts';
import { couldBeSecret, hashSecret } from '#server/secrets/secrets.ts';

const cookieName = 'aisle_device';
const cookiePath = '/api/login';
const cookieSeconds = 180 * 24 * 60 * 60;

function deviceOf(cookies: string | undefined): string | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('='));
  const device = pairs.find(([name]) => name === cookieName)?.[1];
  return device !== undefined && couldBeSecret(device) ? device : null;
}

export const deviceCookie = (device: string, publicUrl: string): string =>
  [
    `${cookieName}=${device}`,
    `Path=${cookiePath}`,
    `Max-Age=${cookieSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export interface SelectedProject extends ProjectScope {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly token: string;
  /** Inactive projects serve no calls and import nothing. */
  readonly isActive: boolean;
  /** Calls per second, by visitor and in all; null: the server's default. */
  readonly visitorCallsPerSecond: number | null;
  readonly projectCallsPerSecond: number | null;
}

interface Anyone {
  readonly address: string;
  readonly language: TextLanguage;
  /** User agent; may be empty. */
  readonly agent: string;
}
interface Guest extends Anyone {
  /** Secret of a browser that has signed in before; null: none. */
  readonly device: string | null;
  /** Loopback without a proxy. */
  readonly isOnThisMachine: boolean;
}
interface SignedIn extends Anyone {
  readonly user: User;
  readonly sessionToken: string;
  readonly project: SelectedProject | null;
  readonly rights: Rights;
}
interface InProject extends SignedIn {
  readonly project: SelectedProject;
}
interface Shop extends Anyone {
  readonly project: SelectedProject;
  /** Bearer token of a shop's server, which calls for many visitors. */
  readonly isShopServer: boolean;
  /** A member's session, a preview or the demo shop. */
  readonly hasSession: boolean;
  readonly pageHost: string | null;
}
interface ShopServer extends Anyone {
  readonly project: SelectedProject;
  /** null: none was sent. */
  readonly idempotencyKey: string | null;
  /** null: no body. */
  readonly bodyHash: () => string | null;
}

export type Caller<Needs extends Permission> = Needs extends 'public'
  ? Guest
  : Needs extends 'shop'
    ? Shop
    : Needs extends 'api'
      ? ShopServer
      : Needs extends ProjectPermission
        ? InProject
        : SignedIn;

const rememberedMilliseconds = 1000;
const rememberedTokens = 10_000;

const projectsOf = (db: Database) =>
  db
    .selectFrom('project')
    .select(['project.id', 'project.name', 'project.url', 'project.language', 'project.time_zone as timeZone', 'project.token'])
    .select(['project.is_active', 'project.visitor_calls_per_second as visitorCallsPerSecond'])
    .select('project.project_calls_per_second as projectCallsPerSecond')
    .where('project.deleted_at', 'is', null);

type ProjectRow = Omit<SelectedProject, 'isActive'> & { readonly is_active: 0 | 1 };
const selected = ({ id, name, url, language, timeZone, token, ...row }: ProjectRow): SelectedProject => ({
  id,
  name,
  url,
  language,
  timeZone,
  token,
  isActive: row.is_active === 1,
  visitorCallsPerSecond: row.visitorCallsPerSecond,
  projectCallsPerSecond: row.projectCallsPerSecond,
});

async function membership(
  db: Database,
  user: Pick<User, 'id' | 'isAdmin'>,
  token: string | null,
): Promise<Pick<SignedIn, 'project' | 'rights'>> {
  const row =
    token === null
      ? undefined
      : await projectsOf(db)
          .leftJoin('member', (join) =>
            join.onRef('member.project_id', '=', 'project.id').on('member.user_id', '=', user.id).on('member.is_blocked', '=', 0),
          )
          .select(['member.is_owner', 'member.user_groups'])
          .where('project.token', '=', token)
          .executeTakeFirst();
  const isMember = row !== undefined && (user.isAdmin || row.is_owner !== null);
  return {
    project: isMember ? selected(row) : null,
    rights: {
      is_admin: user.isAdmin,
      is_owner: row?.is_owner === 1,
      user_groups: jsonOf<number[]>(row?.user_groups ?? null, [], 'member.user_groups', `of user ${user.id}`).map((id) => ({
        id,
      })),
    },
  };
}

/** Throws `notFound` or `notAllowed`. */
export async function otherProject(
  db: Database,
  user: Pick<User, 'id' | 'isAdmin'>,
  token: string,
  needs: ProjectPermission,
): Promise<ProjectScope> {
  const { project, rights } = await membership(db, user, token);
  if (project === null) throw fail('notFound', { name: 'project' });
  if (!allows(rights, needs)) throw fail('notAllowed');
  return project;
}

export const bearerSeconds = 600;

export const forgetToken = (db: Database, tokenHash: string): Promise<unknown> =>
  db.deleteFrom('api_token').where('token_hash', '=', tokenHash).execute();

/** Who calls for a shop: at once for a token that was read within the last second. Expired tokens are forgotten: clocks may be set back. */
export function shopAccess(db: Database, forget: (tokenHash: string) => Promise<unknown>, now: () => number = Date.now) {
  /** Looked up on every keystroke: cached for a moment, and longer while the database is down. */
  const ofTokens = lastKnown({
    freshMilliseconds: rememberedMilliseconds,
    maximum: rememberedTokens,
    now,
    read: async (token) => {
      const row = await projectsOf(db).where('project.token', '=', token).executeTakeFirst();
      return row && selected(row);
    },
  });
  const projectOfToken = (token: string): Awaitable<SelectedProject | undefined> =>
    couldBeSecret(token) ? ofTokens.get(token) : undefined;

  /** Tokens that are dated too far in the future don't count. */
  async function projectOfBearer(bearer: string): Promise<SelectedProject | undefined> {
    if (!couldBeSecret(bearer)) return undefined;
    const token_hash = hashSecret(bearer);
    const row = await projectsOf(db)
      .innerJoin('api_token', 'api_token.project_id', 'project.id')
      .select('api_token.expires_at')
      .where('api_token.token_hash', '=', token_hash)
      .executeTakeFirst();
    if (!row) return undefined;
    const { expires_at, ...project } = row;
    const leftMilliseconds = expires_at - now();
    if (leftMilliseconds > 0 && leftMilliseconds <= bearerSeconds * 1000 + clockToleranceMilliseconds) return selected(project);
    await forget(token_hash);
    return undefined;
  }

  function shop(request: CallRequest): Awaitable<Shop> {
    const { token, preview } = request.query as { token?: unknown; preview?: unknown };
    const bearer = typeof token === 'string' ? null : bearerOf(request);
    return after(
      typeof token === 'string' ? projectOfToken(token) : bearer === null ? undefined : projectOfBearer(bearer),
      (project) => {
        if (!project) throw fail('projectTokenNotValid');
        if (!project.isActive) throw fail('projectInactive');
        return {
          ...anyone(request),
          project,
          isShopServer: typeof token !== 'string',
          hasSession: headerOf(request, sessionHeader) !== null || preview !== undefined,
          pageHost: URL.parse(headerOf(request, 'origin') ?? '')?.host ?? null,
        };
      },
    );
  }

  return { shop, projectOfBearer };
}

/** Authenticates and authorises before any input is read. Throws a `Failure`. */
export function accessCheck(db: Database, sessions: Sessions, now: () => number = Date.now) {
  const { shop, projectOfBearer } = shopAccess(db, (tokenHash) => forgetToken(db, tokenHash), now);

  async function signedIn(request: CallRequest, mayOwe: boolean): Promise<SignedIn> {
    const sessionToken = sessionTokenOf(request);
    const user = sessionToken ? await sessions.find(sessionToken) : null;
    if (!sessionToken || !user) throw fail('notSignedIn');
    request.personId = user.id;
    if (user.owesSecondFactor) {
      if (!mayOwe) throw fail('secondFactorNeeded');
      return { ...anyone(request), user, sessionToken, project: null, rights: noRights };
    }
    const token = headerOf(request, projectHeader);
    return { ...anyone(request), user, sessionToken, ...(await membership(db, user, token ?? null)) };
  }

  /** The public token in the shop's pages is not accepted here. */
  async function shopServer(request: CallRequest): Promise<ShopServer> {
    const bearer = bearerOf(request);
    const project = bearer && (await projectOfBearer(bearer));
    if (!project) throw fail('tokenNotValid');
    if (!project.isActive) throw fail('projectInactive');
    const idempotencyKey = headerOf(request, idempotencyHeader);
    return { ...anyone(request), project, idempotencyKey, bodyHash: () => request.bodyHash };
  }

  async function person(request: CallRequest, needs: Permission, mayOwe: boolean): Promise<SignedIn> {
    const known = await signedIn(request, mayOwe);
    if (needsProject(needs)) {
      const token = headerOf(request, projectHeader);
      if (!token) throw fail('noProject');
      if (!known.project) throw await missingProject(db, known.user, { token });
    }
    if (!allows(known.rights, needs)) throw fail('notAllowed');
    return known;
  }

  function check<Needs extends Permission>(
    request: CallRequest,
    { needs, beforeSecondFactor }: Pick<Endpoint<ObjectSchema, Schema, Needs>, 'needs' | 'beforeSecondFactor'>,
  ): Awaitable<Caller<Needs>> {
    const caller = (): Awaitable<Guest | SignedIn | Shop | ShopServer> => {
      if (needs === 'public') return guest(request);
      if (needs === 'shop') return shop(request);
      return needs === 'api' ? shopServer(request) : person(request, needs, beforeSecondFactor === true);
    };
    return caller() as Awaitable<Caller<Needs>>;
  }
  return check;
}

const noRights: Rights = { is_admin: false, is_owner: false, user_groups: [] };

const guest = (request: CallRequest): Guest => ({
  ...anyone(request),
  device: deviceOf(request.headers.cookie),
  isOnThisMachine: isOnThisMachine(request),
});

const anyone = (request: CallRequest): Anyone => ({
  address: clientAddress(request),
  language: acceptedLanguage(request.headers['accept-language']),
  agent: headerOf(request, 'user-agent') ?? '',
});

/** Session header or bearer token; null when they differ. */
function sessionTokenOf(request: CallRequest): string | null {
  const session = headerOf(request, sessionHeader);
  const bearer = bearerOf(request);
  if (session && bearer && session !== bearer) return null;
  return session ?? bearer;
}

const bearerOf = (request: CallRequest): string | null =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

function headerOf(request: CallRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
