/** What the browser keeps between visits. The names of the first two and of the language are those that the specification gives. */
export const storedNames = {
  sessionToken: 'id_token',
  projectToken: 'client_id',
  projectId: 'project_id',
  language: 'language',
  /** Of the signed-in person, wherever they chose it; that of guests stays as it is. */
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

/** `browser` is shared by all tabs and lasts, `tab` is one tab's own and lasts until it is closed. */
export type Keeper = 'browser' | 'tab';

// Asked for at each use: a browser that forbids storage throws here already.
const storageOf = (keeper: Keeper) => (keeper === 'browser' ? localStorage : sessionStorage);

/** Null when nothing is kept, also where the browser forbids storage. */
export function readStored(name: StoredName, keeper: Keeper = 'browser'): string | null {
  try {
    return storageOf(keeper).getItem(storedNames[name]);
  } catch {
    return null;
  }
}

/** Null forgets. A browser that forbids storage forgets everything at the next visit, which is all that can be done. */
export function writeStored(name: StoredName, value: string | null, keeper: Keeper = 'browser'): void {
  try {
    if (value === null) storageOf(keeper).removeItem(storedNames[name]);
    else storageOf(keeper).setItem(storedNames[name], value);
  } catch {
    // Private windows of some browsers refuse storage.
  }
}
