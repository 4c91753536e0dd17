import { type RedisSettings, redisSettingsOf } from '#server-kit/cache/redis/redis-settings.ts';
import { ConfigError } from '#server/config-error.ts';

/** The address may hold a secret, so it isn't repeated. */
export function redisOf(url: string | undefined): RedisSettings | null {
  if (!url) return null;
  const settings = redisSettingsOf(url);
  if (settings !== null) return settings;
  throw new ConfigError(
    'AISLE_REDIS_URL is not an address of a Redis; use redis://user:password@host:6379/0, or rediss:// with TLS. All but the host may be left out.',
  );
}
