import * as openid from 'openid-client';
import { isIncomplete, personOf, type ProviderPerson } from './provider-claims.ts';
import { providerFetch, requestSeconds } from './provider-fetch.ts';
import { fail, Failure } from '#server/fail.ts';
import type { ProviderSettings } from '#server/secrets/provider-settings.ts';

/** How long what the provider says about itself is taken without asking again. */
const knownMilliseconds = 60 * 60 * 1000;
/** Scopes that every provider knows; `groups` is asked for as well where the provider says that it knows it. */
const usualScopes = ['openid', 'email', 'profile'];

/** What a sign-in was begun with, and is ended by. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Log {
  warn(details: object, message: string): void;
}

/**
 * An OpenID provider, by the authorization code flow with PKCE, state and nonce. What it says about itself is asked for when somebody signs
 * in, so a provider that is away stops no start; the next sign-in asks again.
 */
export function openProvider(settings: ProviderSettings, redirectAddress: () => string, log: Log) {
  const issuer = new URL(settings.issuer);
  let known: { readonly configuration: openid.Configuration; readonly until: number } | null = null;
  let asking: Promise<openid.Configuration> | null = null;

  async function discover(): Promise<openid.Configuration> {
    try {
      const configuration = await openid.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
        [openid.customFetch]: providerFetch(issuer),
        timeout: requestSeconds,
        execute: [
          openid.enableNonRepudiationChecks,
          // For an issuer on this machine; `providerFetch` wants https of everything else.
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      });
      known = { configuration, until: Date.now() + knownMilliseconds };
      return configuration;
    } catch (error) {
      if (known) return known.configuration;
      throw error;
    } finally {
      asking = null;
    }
  }

  async function configured(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    return (asking ??= discover());
  }

  /** What went wrong, told to the log without anything that the provider has sent, and as the person should hear it. */
  function failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const code = codeOf(error);
    log.warn(
      { issuer: settings.issuer, code, reason: error instanceof Error ? error.message : '' },
      'A sign-in by the provider failed',
    );
    if (error instanceof openid.AuthorizationResponseError)
      return fail(error.error === 'access_denied' ? 'providerDenied' : 'providerRefused', { provider: settings.name });
    return fail(isAway(error, code) ? 'providerAway' : 'providerRefused', { provider: settings.name });
  }

  return {
    /** Where the browser goes. Throws `providerAway`. */
    async begin(): Promise<{ address: string; checks: Checks }> {
      try {
        const configuration = await configured();
        const verifier = openid.randomPKCECodeVerifier();
        const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
        const hasGroups = configuration.serverMetadata().scopes_supported?.includes('groups') === true;
        const address = openid.buildAuthorizationUrl(configuration, {
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

    /** Who has signed in there. `answer` is the query that the browser came back with. Throws `providerAway`, `providerDenied` and `providerRefused`. */
    async end(answer: string, { state, nonce, verifier }: Checks): Promise<ProviderPerson> {
      try {
        const configuration = await configured();
        const back = new URL(redirectAddress());
        back.search = answer;
        const tokens = await openid.authorizationCodeGrant(configuration, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider has sent no ID token.');
        const needed = settings.grants.length > 0 ? settings.groupsClaim : null;
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined && isIncomplete(claims, needed);
        const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
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

/** Whether nothing, or nothing that makes sense, has answered, rather than refused. */
function isAway(error: unknown, code: string): boolean {
  const awayCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
  return awayCodes.includes(code) || (error instanceof TypeError && error.message === 'fetch failed');
}
