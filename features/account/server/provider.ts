import * as openid from 'openid-client';
import type { CustomFetch } from 'openid-client';
import { Agent, fetch, type RequestInit } from 'undici';
import * as z from 'zod/mini';
import { fail, Failure } from '#server/base/fail.ts';
import type { ProviderSettings } from '#server/secrets/secrets.ts';
import { guardedLookup, refusePrivateUrl, systemResolve } from '#feeds/fetch/host-guard.ts';
import { Email } from '#contract/fields.ts';

export interface ProviderPerson {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailProven: boolean;
  readonly name: string;
  readonly surname: string;
  readonly groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Some providers send booleans as text or numbers. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** By name, or else by a dotted path such as `realm_access.roles` of Keycloak. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((inside, part) => {
    const isObject = typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part);
    return isObject ? (inside as Claims)[part] : undefined;
  }, claims);
}

function groupsOf(claims: Claims, claim: string): string[] {
  const value = claimOf(claims, claim);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((group): group is string => typeof group === 'string' && group !== '');
}

const isIncomplete = (claims: Claims, groupsClaim: string | null): boolean =>
  claims['email'] === undefined ||
  (claims['email_verified'] === undefined && claims['xms_edov'] === undefined) ||
  (groupsClaim !== null && claimOf(claims, groupsClaim) === undefined);

/** ASCII only: lowercasing maps the Kelvin sign to `k`, another user's address. */
function emailOf({ email }: Claims): string | null {
  const { data } = z.safeParse(Email, email);
  return data === undefined || /[^\0-\x7f]/.test(String(email)) ? null : data;
}

/** Microsoft Entra sends `xms_edov` instead: the domain of the address is proven. */
const isProven = ({ email_verified: verified, xms_edov: ofDomain }: Claims): boolean => isTrue(verified ?? ofDomain);

/** `more` comes from userinfo. A proof holds only for the address of the same response. */
export function personOf(subject: string, token: Claims, groupsClaim: string, more: Claims = {}): ProviderPerson {
  const claims = { ...more, ...token };
  const email = emailOf(claims);
  const saying = [token, more].find((one) => emailOf(one) === email && (one['email_verified'] ?? one['xms_edov']) !== undefined);
  const [first = '', ...others] = textOf(claims['name']).split(/\s+/);
  return {
    subject,
    email,
    isEmailProven: email !== null && saying !== undefined && isProven(saying),
    name: textOf(claims['given_name']) || first,
    surname: textOf(claims['family_name']) || others.join(' '),
    groups: groupsOf(claims, groupsClaim),
  };
}

const usualScopes = ['openid', 'email', 'profile'];

export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Authorization code flow with PKCE, state and nonce. Discovery runs at sign-in, so an unreachable provider doesn't stop
 * the server from starting.
 */
export function openProvider(settings: ProviderSettings, redirectAddress: () => string, log: Log) {
  const issuer = new URL(settings.issuer);
  let configuration: Promise<openid.Configuration> | null = null;

  /** Until a sign-in fails: the provider may have changed. */
  const configured = (): Promise<openid.Configuration> =>
    (configuration ??= openid.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      [openid.customFetch]: providerFetch(issuer),
      timeout: requestSeconds,
      execute: [
        openid.enableNonRepudiationChecks,
        // Local issuers only: `providerFetch` requires https elsewhere.
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    }));

  /** Logs no data of the provider. */
  function failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const code = codeOf(error);
    log.warn(
      { issuer: settings.issuer, code, reason: error instanceof Error ? error.message : '' },
      'A sign-in by the provider failed',
    );
    if (error instanceof openid.AuthorizationResponseError)
      return fail(error.error === 'access_denied' ? 'providerDenied' : 'providerRefused', { provider: settings.name });
    configuration = null;
    return fail(isAway(error, code) ? 'providerAway' : 'providerRefused', { provider: settings.name });
  }

  return {
    async begin(): Promise<{ address: string; checks: Checks }> {
      try {
        const known = await configured();
        const verifier = openid.randomPKCECodeVerifier();
        const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
        const hasGroups = known.serverMetadata().scopes_supported?.includes('groups') === true;
        const address = openid.buildAuthorizationUrl(known, {
          redirect_uri: redirectAddress(),
          scope: [...usualScopes, ...(hasGroups && settings.grants.length > 0 ? ['groups'] : [])].join(' '),
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state: checks.state,
          nonce: checks.nonce,
        });
        return { address: address.href, checks };
      } catch (error) {
        throw failureOf(error);
      }
    },

    /** `answer` is the query string of the redirect. Throws `providerAway`, `providerDenied` and `providerRefused`. */
    async end(answer: string, { state, nonce, verifier }: Checks): Promise<ProviderPerson> {
      try {
        const known = await configured();
        const back = new URL(redirectAddress());
        back.search = answer;
        const tokens = await openid.authorizationCodeGrant(known, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider has sent no ID token.');
        const needed = settings.grants.length > 0 ? settings.groupsClaim : null;
        const hasMore = known.serverMetadata().userinfo_endpoint !== undefined && isIncomplete(claims, needed);
        const more = hasMore ? await openid.fetchUserInfo(known, tokens.access_token, claims.sub) : {};
        return personOf(claims.sub, claims, settings.groupsClaim, more);
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}
export type Provider = ReturnType<typeof openProvider>;

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const known = code ?? cause?.code;
  return typeof known === 'string' ? known : '';
}

function isAway(error: unknown, code: string): boolean {
  const awayCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
  return awayCodes.includes(code) || (error instanceof TypeError && error.message === 'fetch failed');
}

/** Per request; the library limits the whole. */
const connectMilliseconds = 5_000;
export const requestSeconds = 10;
const maximumBytes = 1_000_000;

const limits = {
  headersTimeout: requestSeconds * 1000,
  bodyTimeout: requestSeconds * 1000,
  maxResponseSize: maximumBytes,
  // No keep-alive, so that connections don't delay shutdown.
  pipelining: 0,
};

/**
 * The issuer's own origin may be private, as the operator configured it. All else must be https on the public internet. No
 * redirects.
 */
export function providerFetch(issuer: URL): CustomFetch {
  const own = new Agent({ ...limits, connect: { timeout: connectMilliseconds } });
  const guarded = new Agent({ ...limits, connect: { timeout: connectMilliseconds, lookup: guardedLookup(systemResolve) } });
  return async (address, options) => {
    const url = new URL(address);
    const isOwn = url.origin === issuer.origin;
    if (!isOwn) {
      if (url.protocol !== 'https:') throw new TypeError(`${url.origin} is not the issuer, and not https`);
      refusePrivateUrl(url);
    }
    const request = { ...options, redirect: 'manual', dispatcher: isOwn ? own : guarded } as RequestInit;
    return (await fetch(url, request)) as unknown as Response;
  };
}
