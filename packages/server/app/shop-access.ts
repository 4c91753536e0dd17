import { after, type Awaitable } from '#process-kit/work.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { idempotencyHeader, sessionHeader } from '#contract/envelope.ts';
import type { KeyRight } from '#contract/permission.ts';
import { acceptedLanguage, type ConsoleLanguage } from '#contract/texts/languages.ts';
import { fail } from '#server/base/fail.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { lastKnown } from '#server/db/last-known.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { CallRequest } from '#server/http/direct-calls.ts';
import { clockToleranceMilliseconds } from '#server/secrets/sessions.ts';
import { couldBeSecret, hashSecret } from '#server/secrets/secrets.ts';

export interface SelectedProject extends ProjectScope {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  /** ISO 4217, of turnover; null if unknown. */
  readonly currency: string | null;
  readonly token: string;
  /** Inactive projects serve no calls and import nothing. */
  readonly isActive: boolean;
  /** Calls per second, by visitor and in all; null: the server's default. */
  readonly visitorCallsPerSecond: number | null;
  readonly projectCallsPerSecond: number | null;
}

export interface Anyone {
  readonly address: string;
  readonly language: ConsoleLanguage;
  /** User agent; may be empty. */
  readonly agent: string;
}
export interface Shop extends Anyone {
  readonly project: SelectedProject;
  /** Bearer token of a shop's server, which calls for many visitors. */
  readonly isShopServer: boolean;
  /** A member's session, a preview or the demo shop. */
  readonly hasSession: boolean;
  readonly pageHost: string | null;
}
export interface ShopServer extends Anyone {
  readonly project: SelectedProject;
  /** null: none was sent. */
  readonly idempotencyKey: string | null;
  /** null: no body. */
  readonly bodyHash: () => string | null;
}

const rememberedMilliseconds = 1000;
const rememberedTokens = 10_000;

export const projectsOf = (db: Database) =>
  db
    .selectFrom('project')
    .select(['project.id', 'project.name', 'project.url', 'project.language', 'project.time_zone as timeZone', 'project.token'])
    .select('project.currency')
    .select(['project.is_active', 'project.visitor_calls_per_second as visitorCallsPerSecond'])
    .select('project.project_calls_per_second as projectCallsPerSecond')
    .where('project.deleted_at', 'is', null);

type ProjectRow = Omit<SelectedProject, 'isActive'> & { readonly is_active: 0 | 1 };
export const selected = ({ id, name, url, language, timeZone, currency, token, ...row }: ProjectRow): SelectedProject => ({
  id,
  name,
  url,
  language,
  timeZone,
  currency,
  token,
  isActive: row.is_active === 1,
  visitorCallsPerSecond: row.visitorCallsPerSecond,
  projectCallsPerSecond: row.projectCallsPerSecond,
});

/** A key of a shop, as its calls are checked by it. */
interface ShopKey {
  readonly id: number;
  readonly rights: readonly KeyRight[];
  /** Hosts of pages; none: any page, and servers. */
  readonly origins: readonly string[];
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}

interface KnownShop {
  readonly project: SelectedProject;
  /** null: by the client ID, or by a bearer token got for the secret. */
  readonly key: ShopKey | null;
}

/** Instead of a damaged list, as an empty one allows all pages. */
const noHost = [''];

async function shopOfKey(db: Database, secret: string, now: number): Promise<KnownShop | undefined> {
  const hash = hashSecret(secret);
  const row = await projectsOf(db)
    .innerJoin('api_key', 'api_key.project_id', 'project.id')
    .select(['api_key.id as keyId', 'api_key.rights', 'api_key.origins', 'api_key.expires_at'])
    .where((eb) =>
      eb.or([
        eb('api_key.secret_hash', '=', hash),
        eb.and([eb('api_key.old_secret_hash', '=', hash), eb('api_key.old_secret_until', '>', now)]),
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { keyId: id, rights, origins, expires_at: expiresAt } = row;
  const key = {
    id,
    rights: jsonOf<KeyRight[]>(rights, [], 'api_key.rights', id),
    origins: jsonOf<string[]>(origins, noHost, 'api_key.origins', id),
    expiresAt,
  };
  return { project: selected(row), key };
}

const isOfHost = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

interface KeyCall {
  /** undefined: no key allows the call. */
  readonly right: KeyRight | undefined;
  readonly pageHost: string | null;
  readonly isPublic: boolean;
  readonly now: number;
}

/** Throws the failure that says what the key lacks. */
function checkKey({ rights, origins, expiresAt }: ShopKey, { right, pageHost, isPublic, now }: KeyCall): void {
  if (expiresAt !== null && expiresAt <= now) throw fail('keyExpired');
  if (right === undefined) throw fail('tokenNotValid');
  if (!rights.includes(right)) throw fail('keyLacksRight', { right });
  if (isPublic && rights.includes('items')) throw fail('keyIsSecret');
  if (origins.length === 0) return;
  if (pageHost === null) throw fail('originMissing');
  if (!origins.some((pattern) => isOfHost(pageHost, pattern))) throw fail('originNotAllowed', { host: pageHost });
}

export const bearerSeconds = 600;

export const forgetToken = (db: Database, tokenHash: string): Promise<unknown> =>
  db.deleteFrom('api_token').where('token_hash', '=', tokenHash).execute();

/** When a key was used is saved at most this often. */
const keyUseMilliseconds = 60_000;

export const noteKeyUse = (db: Database, id: number, at: number): Promise<unknown> =>
  db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute();

interface ShopAccessOptions {
  readonly forget: (tokenHash: string) => Promise<unknown>;
  readonly noteUse: (keyId: number, at: number) => Promise<unknown>;
  readonly now?: () => number;
}

/** Who calls for a shop: at once for a token that was read within the last second. Expired tokens are forgotten: clocks may be set back. */
export function shopAccess(db: Database, { forget, noteUse, now = Date.now }: ShopAccessOptions) {
  /** Looked up on every keystroke: cached for a moment, and longer while the database is down. */
  const ofTokens = lastKnown({
    freshMilliseconds: rememberedMilliseconds,
    maximum: rememberedTokens,
    now,
    read: async (token): Promise<KnownShop | undefined> => {
      const row = await projectsOf(db).where('project.token', '=', token).executeTakeFirst();
      return row ? { project: selected(row), key: null } : await shopOfKey(db, token, now());
    },
  });
  const shopOfToken = (token: string): Awaitable<KnownShop | undefined> =>
    couldBeSecret(token) ? ofTokens.get(token) : undefined;

  const usedAt = new Map<number, number>();
  /** Best effort. */
  function noteUsed({ id }: ShopKey): void {
    const at = now();
    if (at - (usedAt.get(id) ?? 0) < keyUseMilliseconds) return;
    usedAt.set(id, at);
    noteUse(id, at).catch(() => undefined);
  }

  /** A bearer token or a key; the client ID in the shop's pages is neither. */
  async function shopOfBearer(bearer: string): Promise<KnownShop | undefined> {
    const project = await projectOfBearer(bearer);
    if (project) return { project, key: null };
    const known = await shopOfToken(bearer);
    return known?.key ? known : undefined;
  }

  /** Throws where the project or the key doesn't allow the call. */
  function admit({ project, key }: KnownShop, request: CallRequest, right: KeyRight | undefined, isPublic: boolean): void {
    if (!project.isActive) throw fail('projectInactive');
    if (key === null) return;
    // Browsers leave out the origin where shop and server share a host.
    checkKey(key, { right, pageHost: pageHostOf(request) ?? hostIn(request, 'referer'), isPublic, now: now() });
    noteUsed(key);
  }

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

  function shop(request: CallRequest, { keyRight }: Pick<Endpoint, 'keyRight'>): Awaitable<Shop> {
    const { token, preview } = request.query as { token?: unknown; preview?: unknown };
    const isPublic = typeof token === 'string';
    const bearer = isPublic ? null : bearerOf(request);
    return after(isPublic ? shopOfToken(token) : bearer === null ? undefined : shopOfBearer(bearer), (known) => {
      if (!known) throw fail('projectTokenNotValid');
      admit(known, request, keyRight, isPublic);
      return {
        ...anyone(request),
        project: known.project,
        isShopServer: !isPublic,
        hasSession: headerOf(request, sessionHeader) !== null || preview !== undefined,
        pageHost: pageHostOf(request),
      };
    });
  }

  /** By a bearer token or a key; the client ID in the shop's pages is not accepted here. */
  async function shopServer(request: CallRequest, { keyRight }: Pick<Endpoint, 'keyRight'>): Promise<ShopServer> {
    const bearer = bearerOf(request);
    const known = bearer === null ? undefined : await shopOfBearer(bearer);
    if (!known) throw fail('tokenNotValid');
    admit(known, request, keyRight, false);
    const idempotencyKey = headerOf(request, idempotencyHeader);
    return { ...anyone(request), project: known.project, idempotencyKey, bodyHash: () => request.bodyHash };
  }

  return { shop, shopServer };
}

export const anyone = (request: CallRequest): Anyone => ({
  address: clientAddress(request),
  language: acceptedLanguage(request.headers['accept-language']),
  agent: headerOf(request, 'user-agent') ?? '',
});

const hostIn = (request: CallRequest, header: 'origin' | 'referer'): string | null =>
  URL.parse(headerOf(request, header) ?? '')?.host || null;
const pageHostOf = (request: CallRequest): string | null => hostIn(request, 'origin');

export const bearerOf = (request: CallRequest): string | null =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

export function headerOf(request: CallRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
