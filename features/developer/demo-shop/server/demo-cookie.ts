export interface Pass {
  readonly viewer: Viewer;
  /** Of a preview link, or one that is made for a member alone. */
  readonly secret: string;
}

/** Decides what the bar offers, and nothing else: every call behind it asks for the session. */
export const viewers = ['guest', 'member', 'developer'] as const;
export type Viewer = (typeof viewers)[number];

const cookieName = 'aisle_demo';
const separator = ':';
const secretLetters = /^[\w.-]{1,200}$/;

/** What the browser keeps for this demo shop; null where it has nothing that could be a pass. */
export function passOf(cookies: string | undefined): Pass | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('='));
  const [name = '', secret = ''] = pairs.find(([key]) => key === cookieName)?.[1]?.split(separator) ?? [];
  const viewer = viewers.find((one) => one === name);
  return viewer !== undefined && secretLetters.test(secret) ? { viewer, secret } : null;
}

interface CookiePlace {
  /** The path of the demo shop: another project's is sent nothing. */
  readonly path: string;
  readonly untilMilliseconds: number;
  readonly publicUrl: string;
}

/** The header that lets a browser keep it. Scripts can't read it, and pages of others send it only with a link that somebody opens. */
export const passCookie = ({ viewer, secret }: Pass, { path, untilMilliseconds, publicUrl }: CookiePlace): string =>
  [
    `${cookieName}=${viewer}${separator}${secret}`,
    `Path=${path}`,
    `Max-Age=${Math.max(0, Math.floor((untilMilliseconds - Date.now()) / 1000))}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
