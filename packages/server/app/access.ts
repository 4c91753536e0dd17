import type { Endpoint, ObjectSchema, Schema } from '#contract/endpoint.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { allows, needsProject, type Permission, type ProjectPermission, type Rights } from '#contract/permission.ts';
import type { Awaitable } from '#process-kit/work.ts';
import { fail } from '#server/base/fail.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { isOnThisMachine } from '#server/http/client-address.ts';
import type { CallRequest } from '#server/http/direct-calls.ts';
import { missingProject } from '#server/http/missing-project.ts';
import type { Sessions, User } from '#server/secrets/sessions.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';
import {
  anyone,
  type Anyone,
  bearerOf,
  forgetToken,
  headerOf,
  noteKeyUse,
  projectsOf,
  selected,
  type SelectedProject,
  type Shop,
  shopAccess,
  type ShopServer,
} from './shop-access.ts';

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

interface Guest extends Anyone {
  /** Secret of a browser that has signed in before; null: none. */
  readonly device: string | null;
  /** Loopback without a proxy. */
  readonly isOnThisMachine: boolean;
}
interface SignedIn extends Anyone {
  readonly user: User;
  readonly sessionToken: string;
  /** As sent. */
  readonly projectToken: string | null;
  readonly project: SelectedProject | null;
  readonly rights: Rights;
}
interface InProject extends SignedIn {
  readonly project: SelectedProject;
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

/** Authenticates and authorises before any input is read. Throws a `Failure`. */
export function accessCheck(db: Database, sessions: Sessions, now: () => number = Date.now) {
  const { shop, shopServer } = shopAccess(db, {
    forget: (tokenHash) => forgetToken(db, tokenHash),
    noteUse: (id, at) => noteKeyUse(db, id, at),
    now,
  });

  async function signedIn(request: CallRequest, mayOwe: boolean): Promise<SignedIn> {
    const sessionToken = sessionTokenOf(request);
    const user = sessionToken ? await sessions.find(sessionToken) : null;
    if (!sessionToken || !user) throw fail('notSignedIn');
    request.personId = user.id;
    const known = { ...anyone(request), user, sessionToken, projectToken: headerOf(request, projectHeader) ?? null };
    if (user.owesSecondFactor) {
      if (!mayOwe) throw fail('secondFactorNeeded');
      return { ...known, project: null, rights: noRights };
    }
    return { ...known, ...(await membership(db, user, known.projectToken)) };
  }

  async function person(request: CallRequest, needs: Permission, mayOwe: boolean): Promise<SignedIn> {
    const known = await signedIn(request, mayOwe);
    if (needsProject(needs)) {
      const { projectToken: token } = known;
      if (!token) throw fail('noProject');
      if (!known.project) throw await missingProject(db, known.user, { token });
    }
    if (!allows(known.rights, needs)) throw fail('notAllowed');
    return known;
  }

  function check<Needs extends Permission>(
    request: CallRequest,
    endpoint: Pick<Endpoint<ObjectSchema, Schema, Needs>, 'needs' | 'keyRight' | 'beforeSecondFactor'>,
  ): Awaitable<Caller<Needs>> {
    const { needs, beforeSecondFactor }: Pick<Endpoint, 'needs' | 'beforeSecondFactor'> = endpoint;
    const caller = (): Awaitable<Guest | SignedIn | Shop | ShopServer> => {
      if (needs === 'public') return guest(request);
      if (needs === 'shop') return shop(request, endpoint);
      return needs === 'api' ? shopServer(request, endpoint) : person(request, needs, beforeSecondFactor === true);
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

/** Session header or bearer token; null when they differ. */
function sessionTokenOf(request: CallRequest): string | null {
  const session = headerOf(request, sessionHeader);
  const bearer = bearerOf(request);
  if (session && bearer && session !== bearer) return null;
  return session ?? bearer;
}
