import type { RowInput } from '#server/db/rows/row-table.ts';
import type { Complete } from './serve-rows.ts';

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
