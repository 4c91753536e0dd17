const yearSeconds = 31_536_000;

/** A cookie of the console's own interface state; null when it isn't set. */
export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1));
}

/** Kept for a year. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
