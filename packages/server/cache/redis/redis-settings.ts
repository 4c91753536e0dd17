export interface RedisSettings {
  readonly host: string;
  readonly port: number;
  readonly hasTls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
}

const usualPort = 6379;

/** Reads `redis://user:password@host:6379/0`, or `rediss://…` with TLS; all but the host may be missing. null for what can't be read. */
export function redisSettingsOf(text: string): RedisSettings | null {
  const url = URL.parse(text);
  const isRedis = url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '';
  if (!isRedis || url.search !== '' || url.hash !== '') return null;
  const database = /^\/?$/.test(url.pathname) ? '0' : /^\/(\d{1,4})$/.exec(url.pathname)?.[1];
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (database === undefined || username === null || password === null) return null;
  return {
    // An address of IPv6 stands in brackets in a URL alone.
    host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || usualPort),
    hasTls: url.protocol === 'rediss:',
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
