import type { RowInput } from './row-table.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** `storedAs` answers what is stored of a changed row, or under a key; undefined for a new one. Throws what is refused. */
export type Complete<Fields, Input> = (
  input: Input,
  storedAs: (key: string) => Fields | undefined,
) => RowInput<Fields> | Promise<RowInput<Fields>>;

export type Completing<Fields, Input> = (
  scope: RowScope,
  db: Database,
) => Complete<Fields, Input> | Promise<Complete<Fields, Input>>;

/** A completed input, and what was stored under the keys that it looked up. */
interface Completion<Fields> {
  readonly asked: readonly { readonly key: string; readonly stored: string | undefined }[];
  readonly fields: RowInput<Fields>;
}

/** Slow work, such as a search, is done before a transaction would hold up other saves, which only looks it up. */
export function remembering<Fields, Input>(complete: Complete<Fields, Input>): Complete<Fields, Input> {
  const known = new Map<string, Completion<Fields>>();
  return async (input, storedAs) => {
    const name = JSON.stringify(input);
    const before = known.get(name);
    if (before?.asked.every(({ key, stored }) => JSON.stringify(storedAs(key)) === stored)) return before.fields;
    const asked: { key: string; stored: string | undefined }[] = [];
    const fields = await complete(input, (key) => {
      const stored = storedAs(key);
      asked.push({ key, stored: JSON.stringify(stored) });
      return stored;
    });
    known.set(name, { asked, fields });
    return fields;
  };
}
