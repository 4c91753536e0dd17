/** The first two and `language` are named by the specification. */
export const storedNames = {
  sessionToken: 'id_token',
  projectToken: 'client_id',
  projectId: 'project_id',
  language: 'language',
  personLanguage: 'person_language',
  collections: 'collections',
  documentColumns: 'document_columns',
  menu: 'menu',
  recent: 'recent',
  previewQueries: 'preview_queries',
  verifyProblems: 'verify_problems',
  providerSignIn: 'provider_sign_in',
} as const;
export type StoredName = keyof typeof storedNames;

/** `browser` is shared by all tabs, `tab` lasts until it is closed. */
export type Keeper = 'browser' | 'tab';

// Read at each use: a browser that forbids storage throws on access.
const storageOf = (keeper: Keeper) => (keeper === 'browser' ? localStorage : sessionStorage);

export function readStored(name: StoredName, keeper: Keeper = 'browser'): string | null {
  try {
    return storageOf(keeper).getItem(storedNames[name]);
  } catch {
    return null;
  }
}

export function writeStored(name: StoredName, value: string | null, keeper: Keeper = 'browser'): void {
  try {
    if (value === null) storageOf(keeper).removeItem(storedNames[name]);
    else storageOf(keeper).setItem(storedNames[name], value);
  } catch {
    // Private windows of some browsers refuse storage.
  }
}

const yearSeconds = 31_536_000;

export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1));
}

export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
