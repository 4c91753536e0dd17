import { createHmac, createPublicKey, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';
import type { ProviderSettings } from '#server/secrets/secrets.ts';

export interface ProviderClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
}

export interface TestProvider {
  readonly settings: ProviderSettings;
  signsIn(subject: string, claims?: ProviderClaims): void;
  visit(address: string): Promise<string>;
  readonly asked: string[];
  close(): Promise<void>;
}

interface Options {
  /** Claims in ID tokens instead of userinfo. */
  readonly hasWholeTokens?: boolean;
  /** Before signing. */
  readonly idToken?: {
    readonly change: (claims: Record<string, unknown>) => Record<string, unknown>;
    readonly signedBy?: Signer;
  };
  readonly discovery?: (said: Record<string, unknown>) => Record<string, unknown>;
  readonly grants?: ProviderSettings['grants'];
}

/** The public key and the secret sign by HMAC (algorithm confusion). */
type Signer = 'provider' | 'stranger' | 'nobody' | 'public key' | 'client secret';

const clientId = 'aisle';
const clientSecret = 'a secret of the client';
const scopes = ['openid', 'email', 'profile', 'groups'];
const mostHops = 10;
const ttlSeconds = 300;

/** A real provider that signs everyone in without interaction. */
export async function startProvider(options: Options = {}): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) => response.end();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const privateKey = (ownKey ??= newKey());
  const people = new Map<string, ProviderClaims>();
  const asked: string[] = [];
  let next = '';

  const provider = new Provider(issuer, configuration(privateKey, people, options));
  // Aisle's address is known only once it listens.
  provider.Client.prototype.redirectUriAllowed = () => true;
  const callback = provider.callback();
  handle = async (request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: next } });
    if (options.discovery && request.url === '/.well-known/openid-configuration') {
      const said = await fetch(`${issuer}/.well-known/openid-configuration?whole`).then((answer) => answer.json());
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(options.discovery(said as never)));
    }
    if (options.idToken && request.url === '/token') {
      const answer = await fetch(`${issuer}/token?whole`, {
        method: 'POST',
        headers: { authorization: request.headers.authorization ?? '', 'content-type': request.headers['content-type'] ?? '' },
        body: await text(request),
      });
      const tokens = (await answer.json()) as { id_token: string };
      const { change, signedBy = 'provider' } = options.idToken;
      const changed = { ...tokens, id_token: signedAnew(tokens.id_token, change, signedBy, privateKey) };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(changed));
    }
    return callback(request, response);
  };

  return {
    settings: { issuer, clientId, clientSecret, name: 'Keyring', groupsClaim: 'groups', grants: options.grants ?? [] },
    signsIn(subject, claims = {}) {
      people.set(subject, claims);
      next = subject;
    },
    visit,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Slow to generate. */
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
let ownKey: KeyObject | undefined;
let strangersKey: KeyObject | undefined;

const algorithms: Readonly<Partial<Record<Signer, string>>> = { nobody: 'none', 'public key': 'HS256', 'client secret': 'HS256' };

function signedAnew(
  token: string,
  change: NonNullable<Options['idToken']>['change'],
  signer: Signer,
  providerKey: KeyObject,
): string {
  const [head = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const changedHead = { ...(JSON.parse(head) as object), ...(signer in algorithms && { alg: algorithms[signer] }) };
  const parts = [changedHead, change(JSON.parse(claims) as Record<string, unknown>)];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signatureOf(signed, signer, providerKey)}`;
}

function signatureOf(signed: string, signer: Signer, providerKey: KeyObject): string {
  if (signer === 'nobody') return '';
  const publicKey = createPublicKey(providerKey).export({ type: 'spki', format: 'pem' });
  if (signer in algorithms)
    return createHmac('sha256', signer === 'public key' ? publicKey : clientSecret)
      .update(signed)
      .digest('base64url');
  const key = signer === 'stranger' ? (strangersKey ??= newKey()) : providerKey;
  return createSign('RSA-SHA256').update(signed).sign(key, 'base64url');
}

function configuration(
  privateKey: KeyObject,
  people: ReadonlyMap<string, ProviderClaims>,
  { hasWholeTokens = false }: Options,
): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['https://aisle.example/login/provider'] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' } as never] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'], groups: ['groups'] },
    conformIdTokenClaims: !hasWholeTokens,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: ttlSeconds,
      AuthorizationCode: ttlSeconds,
      Grant: ttlSeconds,
      IdToken: ttlSeconds,
      Interaction: ttlSeconds,
      Session: ttlSeconds,
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }) as never,
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope(scopes.join(' '));
      await grant.save();
      return grant;
    },
  };
}

async function visit(address: string): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let hop = 0; hop < mostHops; hop += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
    if (url.origin !== origin) return url.search.slice(1);
  }
  throw new Error('The provider never sent the browser back.');
}
