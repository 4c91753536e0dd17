import { couldBeSecret } from '#server/secrets/secrets.ts';

const cookieName = 'aisle_device';
const cookiePath = '/api/login';
const cookieSeconds = 180 * 24 * 60 * 60;

export function deviceOf(cookies: string | undefined): string | null {
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
