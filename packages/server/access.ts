import type { FastifyRequest } from 'fastify';
import type { Endpoint, ObjectSchema, Schema } from '#contract/endpoint.ts';
import { idempotencyHeader, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { allows, needsProject, type Permission, type ProjectPermission, type Rights } from '#contract/permission.ts';
import { acceptedLanguage, type TextLanguage } from '#contract/texts/languages.ts';
import { jsonOf } from './db/json-column.ts';
import { clientAddress, isOnThisMachine } from './http/client-address.ts';
import type { ProjectScope } from './db/project-table.ts';
import type { Database } from './db/schema.ts';
import { deviceOf } from './http/device-cookie.ts';
import { fail } from './fail.ts';
import { clockToleranceMilliseconds } from './clock.ts';
import { missingProject } from './http/missing-project.ts';
import { lastKnown } from './last-known.ts';
import { couldBeSecret, hashSecret } from './secrets/secrets.ts';
import type { Sessions, User } from './secrets/sessions.ts';

/** The selected project, proven to be one of the caller's. */
export interface SelectedProject extends ProjectScope {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly token: string;
  /** One that isn't answers no shop and imports nothing. */
  readonly isActive: boolean;
  /** How many calls a second of one visitor of its shop, and of all of them, are answered; null for what the server says. */
  readonly visitorCallsPerSecond: number | null;
  readonly projectCallsPerSecond: number | null;
}

interface Anyone {
  readonly address: string;
  /** That texts are asked for in. */
  readonly language: TextLanguage;
  /** What the caller's browser or program calls itself; empty when it doesn't. */
  readonly agent: string;
}
interface Guest extends Anyone {
  /** The secret by which the browser is known that somebody has signed in with; null where it has none. */
  readonly device: string | null;
  /** Whoever it is could read the log and the data folder anyway. */
  readonly isOnThisMachine: boolean;
}
interface SignedIn extends Anyone {
  readonly user: User;
  readonly sessionToken: string;
  /** The project named by the request, when the caller belongs to it. */
  readonly project: SelectedProject | null;
  readonly rights: Rights;
}
interface InProject extends SignedIn {
  readonly project: SelectedProject;
}
interface Shop extends Anyone {
  readonly project: SelectedProject;
  /** A shop's own server proves itself by a bearer token and asks for many visitors. */
  readonly isShopServer: boolean;
  /** Somebody who works on the shop tries it: with a session, in a preview or in the demo shop. */
  readonly hasSession: boolean;
  /** The host of the page that calls; null where no page does. */
  readonly pageHost: string | null;
}
interface ShopServer extends Anyone {
  readonly project: SelectedProject;
  /** What the caller named this request; null when it has no name. */
  readonly idempotencyKey: string | null;
  /** Tells bodies of requests with a name apart, once they are read; null where there is no body. */
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

/** How long a shop's token is taken without looking it up. */
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

/** The project with this token where the person belongs to it, and what they may do in it. */
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

/** Another project of somebody who may do there what `needs` says. Throws `notFound` or `notAllowed`. */
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

/** Decides who is calling and whether they may. Throws a `Failure` otherwise. Runs before any input is read. */
export function accessCheck(db: Database, sessions: Sessions, now: () => number = Date.now) {
  const projects = () => projectsOf(db);

  async function signedIn(request: FastifyRequest, mayOwe: boolean): Promise<SignedIn> {
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

  /** Shops ask on every keystroke, so their projects are remembered for a moment, and longer while the database is down. */
  const ofTokens = lastKnown({
    freshMilliseconds: rememberedMilliseconds,
    maximum: rememberedTokens,
    now,
    read: async (token) => {
      const row = await projects().where('project.token', '=', token).executeTakeFirst();
      return row && selected(row);
    },
  });
  const projectOfToken = (token: string): Promise<SelectedProject | undefined> =>
    couldBeSecret(token) ? ofTokens.get(token) : Promise.resolve(undefined);

  /** A token that is over, or was made by a clock that is set back since, is deleted when it is seen. */
  async function projectOfBearer(bearer: string): Promise<SelectedProject | undefined> {
    if (!couldBeSecret(bearer)) return undefined;
    const token_hash = hashSecret(bearer);
    const row = await projects()
      .innerJoin('api_token', 'api_token.project_id', 'project.id')
      .select('api_token.expires_at')
      .where('api_token.token_hash', '=', token_hash)
      .executeTakeFirst();
    if (!row) return undefined;
    const { expires_at, ...project } = row;
    const leftMilliseconds = expires_at - now();
    if (leftMilliseconds > 0 && leftMilliseconds <= bearerSeconds * 1000 + clockToleranceMilliseconds) return selected(project);
    await db.deleteFrom('api_token').where('token_hash', '=', token_hash).execute();
    return undefined;
  }

  async function shop(request: FastifyRequest): Promise<Shop> {
    const { token, preview } = request.query as { token?: unknown; preview?: unknown };
    const bearer = bearerOf(request);
    const project = typeof token === 'string' ? await projectOfToken(token) : bearer && (await projectOfBearer(bearer));
    if (!project) throw fail('projectTokenNotValid');
    if (!project.isActive) throw fail('projectInactive');
    return {
      ...anyone(request),
      project,
      isShopServer: typeof token !== 'string',
      hasSession: headerOf(request, sessionHeader) !== null || preview !== undefined,
      pageHost: URL.parse(headerOf(request, 'origin') ?? '')?.host ?? null,
    };
  }

  /** The public token of a project, which stands in its shop's pages, opens nothing here. */
  async function shopServer(request: FastifyRequest): Promise<ShopServer> {
    const bearer = bearerOf(request);
    const project = bearer && (await projectOfBearer(bearer));
    if (!project) throw fail('tokenNotValid');
    if (!project.isActive) throw fail('projectInactive');
    const idempotencyKey = headerOf(request, idempotencyHeader);
    return { ...anyone(request), project, idempotencyKey, bodyHash: () => request.bodyHash };
  }

  async function check<Needs extends Permission>(
    request: FastifyRequest,
    { needs, beforeSecondFactor }: Pick<Endpoint<ObjectSchema, Schema, Needs>, 'needs' | 'beforeSecondFactor'>,
  ): Promise<Caller<Needs>> {
    const caller = async (): Promise<Guest | SignedIn | Shop | ShopServer> => {
      if (needs === 'public') return guest(request);
      if (needs === 'shop') return shop(request);
      if (needs === 'api') return shopServer(request);
      const person = await signedIn(request, beforeSecondFactor === true);
      if (needsProject(needs)) {
        const token = headerOf(request, projectHeader);
        if (!token) throw fail('noProject');
        if (!person.project) throw await missingProject(db, person.user, { token });
      }
      if (!allows(person.rights, needs)) throw fail('notAllowed');
      return person;
    };
    return (await caller()) as Caller<Needs>;
  }
  return Object.assign(check, {});
}

const noRights: Rights = { is_admin: false, is_owner: false, user_groups: [] };

const guest = (request: FastifyRequest): Guest => ({
  ...anyone(request),
  device: deviceOf(request.headers.cookie),
  isOnThisMachine: isOnThisMachine(request),
});

const anyone = (request: FastifyRequest): Anyone => ({
  address: clientAddress(request),
  language: acceptedLanguage(request.headers['accept-language']),
  agent: headerOf(request, 'user-agent') ?? '',
});

/** The session header or a bearer token; two different ones are nobody. */
function sessionTokenOf(request: FastifyRequest): string | null {
  const session = headerOf(request, sessionHeader);
  const bearer = bearerOf(request);
  if (session && bearer && session !== bearer) return null;
  return session ?? bearer;
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
