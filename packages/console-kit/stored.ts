/** What the browser keeps between visits. The names of the first three are those that the specification gives. */
export const storedNames = {
  sessionToken: 'id_token',
  projectToken: 'client_id',
  language: 'language',
  collections: 'collections',
  documentColumns: 'document_columns',
} as const;
export type StoredName = keyof typeof storedNames;

/** Null when nothing is kept, also where the browser forbids storage. */
export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(storedNames[name]);
  } catch {
    return null;
  }
}

/** Null forgets. A browser that forbids storage forgets everything at the next visit, which is all that can be done. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(storedNames[name]);
    else localStorage.setItem(storedNames[name], value);
  } catch {
    // Private windows of some browsers refuse storage.
  }
}
