import { ConfigError } from '#apps/server/config-error.ts';

export const leastSecretKeyLength = 32;
const leastMetricsTokenLength = 16;

export function secretKeyOf(text: string | undefined): string | null {
  if (!text) return null;
  if (text.length < leastSecretKeyLength)
    throw new ConfigError(
      `AISLE_SECRET_KEY is shorter than ${leastSecretKeyLength} characters; use a random one, such as of \`openssl rand -base64 32\`.`,
    );
  return text;
}

export function metricsTokenOf(text: string | undefined): string | null {
  if (!text) return null;
  // Printable ASCII, as header values must be.
  if (text.length >= leastMetricsTokenLength && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new ConfigError(
    `AISLE_METRICS_TOKEN is not usable; give it at least ${leastMetricsTokenLength} letters, digits and signs without spaces, such as of \`openssl rand -hex 32\`.`,
  );
}
