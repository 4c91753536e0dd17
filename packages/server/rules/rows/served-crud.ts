import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Page } from '#contract/page.ts';
import type { RowCopyOutcome } from '#contract/crud.ts';
import type { ProjectPermission } from '#contract/permission.ts';
import type { FlatEntries, RowFileFormat, RowFileOutcome } from '#contract/rows/row-files.ts';
import type { RowKind } from './row-writer.ts';
import type { ListQuery } from './row-table.ts';

type Call<Input, Output> = Endpoint<ObjectOf<Input>, z.core.$ZodType<Output>, ProjectPermission>;
type ObjectOf<Value> = z.core.$ZodObject & z.core.$ZodType<Value>;

interface Place {
  readonly c?: number | undefined;
}
interface Chosen {
  readonly ids: number[];
}
interface File {
  readonly format: RowFileFormat;
  readonly text: string;
}

/** A `crud()` by the values of its calls: it doesn't compile unless its store has the same. */
export interface ServedCrud<Sort extends string, Input, Item> extends RowKind {
  readonly input: ObjectOf<Input>;
  readonly isRule: boolean;
  readonly flat: FlatEntries;
  readonly isOfCollection: boolean;
  readonly list: Call<ListQuery<Sort> & Place, Page<Item>>;
  readonly create: Call<Input & Place, Item>;
  readonly read: Call<{ id: number }, Item>;
  readonly update: Call<Input & { id: number; updated_at?: number | undefined }, Item>;
  readonly remove: Call<{ id: number }, Record<string, never>>;
  readonly removeMany: Call<Chosen, Chosen>;
  readonly restore: Call<Chosen, { items: Item[] }>;
  readonly setActive: Call<Chosen & { is_active: boolean }, Chosen>;
  readonly copyTo: Call<Chosen & { project: string }, RowCopyOutcome>;
  readonly exportRows: Call<{ format: RowFileFormat } & Place, { file_name: string; text: string }>;
  readonly importRows: Call<File & { dry_run: boolean } & Place, RowFileOutcome>;
}
