import * as z from 'zod/mini';
import { endpoint, type ObjectSchema, type Schema } from '#contract/endpoint.ts';
import { Id, Nothing } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import type { ProjectPermission } from '#contract/permission.ts';

/** Where the calls of a feature live. A call without a path doesn't exist. */
export interface CrudPaths {
  readonly list: string;
  readonly create: string;
  readonly read?: string;
  readonly update?: string;
  readonly remove: string;
}

interface CrudDefinition<Item extends Schema, Input extends ObjectSchema> {
  /** The glossary's word for one of them, as in `The requested {name} is not found.` */
  readonly name: string;
  readonly paths: CrudPaths;
  readonly needs: ProjectPermission;
  /** As answered; has an `id`. */
  readonly item: Item;
  /** As sent to create or update. */
  readonly input: Input;
}

/** The calls of a list that people keep: list, read, create, update and remove. */
export function crud<Item extends Schema, Input extends z.ZodMiniObject>({
  name,
  paths,
  needs,
  item,
  input,
}: CrudDefinition<Item, Input>) {
  const one = z.object({ id: Id });
  return {
    name,
    paths,
    input,
    list: endpoint({ method: 'GET', path: paths.list, needs, summary: `Lists ${name}s`, input: PageQuery, output: pageOf(item) }),
    create: endpoint({ method: 'POST', path: paths.create, needs, summary: `Adds a ${name}`, input, output: item }),
    read: endpoint({
      method: 'GET',
      path: paths.read ?? paths.remove,
      needs,
      summary: `Reads one ${name}`,
      input: one,
      output: item,
    }),
    update: endpoint({
      method: 'PUT',
      path: paths.update ?? paths.remove,
      needs,
      summary: `Changes one ${name}`,
      input: z.extend(input, { id: Id }),
      output: item,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: paths.remove,
      needs,
      summary: `Deletes one ${name}`,
      input: one,
      output: Nothing,
    }),
  };
}

export type Crud<Item extends Schema = Schema, Input extends z.ZodMiniObject = z.ZodMiniObject> = ReturnType<
  typeof crud<Item, Input>
>;
