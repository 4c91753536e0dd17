import * as z from 'zod/mini';
import { endpoint, type InputOf, type OutputOf } from './endpoint.ts';
import { Id } from './fields.ts';
import type { GlossaryName } from './texts/glossary-names.ts';
import { maximumChosenRows } from './limits.ts';
import { pageOf, PageQuery } from './page.ts';
import type { ProjectPermission } from './permission.ts';
import { rowFileEndpoints, type FlatEntries } from './rows/row-files.ts';
import { trackedFields } from './rows/rule-fields.ts';

const copyTarget = {
  /** The client ID of the other project. */
  project: z.string().check(z.minLength(1), z.maxLength(200)),
};

export const RowCopyOutcome = z.object({
  copied: z.number(),
  /** There already, as they are here. */
  same: z.number(),
  refused_count: z.number(),
  /** The first of them. */
  refused: z.array(
    z.object({
      id: Id,
      name: z.string(),
      field: z.string(),
      code: z.string(),
      message: z.string(),
      parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
});
export type RowCopyOutcome = z.output<typeof RowCopyOutcome>;

type Shape = z.core.$ZodShape;
// An object without fields is what these are by default.
// oxlint-disable-next-line typescript/no-empty-object-type
type None = {};

export const chosenRows = { ids: z.array(Id).check(z.minLength(1), z.maxLength(maximumChosenRows, { error: 'tooMany' })) };

export const chosenOutput = z.object({ ids: z.array(Id) });

/** For rows that belong to a collection rather than to the project: calls that name no row name the collection. */
export const inCollection = { c: Id };

interface CrudDefinition<
  Fields extends Shape,
  Shown extends Shape,
  Scope extends Shape,
  Sort extends string,
  Filters extends Shape,
> {
  /** The glossary's word for one of them, as in `The requested {name} is not found.` */
  readonly name: GlossaryName;
  readonly paths: {
    readonly list: string;
    /** The list's where it is not given. */
    readonly create?: string;
    readonly chosen?: string;
    /** With `{id}`. */
    readonly one: string;
  };
  readonly needs: ProjectPermission;
  /** As sent to create or update. Spread `ruleFields`, or `timedRuleFields`, into that of a rule. */
  readonly input: z.ZodMiniObject<Fields>;
  readonly shown?: Shown;
  /** `inCollection` for rows of a collection. */
  readonly scope?: Scope;
  readonly filters?: Filters;
  readonly sorts?: readonly [Sort, ...Sort[]];
  /** Fields that tell rows apart: two rows never have the same in all of them. The first one is told about where they would. */
  readonly unique: readonly [keyof Fields & string, ...(keyof Fields & string)[]];
  readonly flat?: { readonly [Name in keyof Fields & string]?: FlatEntries[string] };
  readonly maximumRows: number;
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * The calls of a list that people keep: list, read, create, update and remove; the same for chosen rows at once; restoring what was
 * removed; copying to another project; and files of rows in and out.
 */
export function crud<
  Fields extends Shape,
  const Sort extends string = never,
  Shown extends Shape = None,
  Scope extends Shape = None,
  Filters extends Shape = None,
>({
  name,
  paths,
  needs,
  input,
  shown = {} as Shown,
  scope = {} as Scope,
  filters = {} as Filters,
  sorts,
  unique,
  maximumRows,
  flat = {},
  aliases = {},
}: CrudDefinition<Fields, Shown, Scope, Sort, Filters>) {
  // Without the checks of whole rows: what was stored before there was such a check is answered all the same.
  const item = z.extend(z.extend(z.object(input.shape), trackedFields), shown);
  const one = z.object({ id: Id });
  const chosen = z.object(chosenRows);
  const several = `${name}s`;
  const many = paths.chosen ?? paths.list;
  return {
    name,
    input,
    unique,
    maximumRows,
    flat: flat as FlatEntries,
    sorts: (sorts ?? []) as readonly Sort[],
    isRule: 'is_active' in input.shape,
    isTimed: 'valid_from' in input.shape,
    isOfCollection: 'c' in scope,
    filters: Object.keys(filters),
    waits: 'state' in shown,
    list: endpoint(`GET ${paths.list}`, {
      needs,
      summary: `Lists ${several}`,
      input: z.extend(
        z.extend(z.extend(PageQuery, { sort: z.optional(z.enum((sorts ?? []) as readonly Sort[])) }), scope),
        filters,
      ),
      output: pageOf(item),
    }),
    create: endpoint(`POST ${paths.create ?? paths.list}`, {
      needs,
      summary: `Adds a ${name}`,
      input: z.extend(input, scope),
      output: item,
      errors: ['alreadyUsed', 'endsBeforeStart', 'tooMany', 'tooMuchText'],
      aliases,
    }),
    read: endpoint(`GET ${paths.one}`, { needs, summary: `Reads one ${name}`, input: one, output: item }),
    update: endpoint(`PUT ${paths.one}`, {
      needs,
      summary: `Changes one ${name}`,
      /** With the `updated_at` that somebody began from, what others changed since then is not overwritten. */
      input: z.extend(input, { id: Id, updated_at: z.optional(z.number()) }),
      output: item,
      errors: ['alreadyUsed', 'endsBeforeStart', 'changedMeanwhile', 'deletedMeanwhile', 'tooMuchText'],
      aliases,
    }),
    remove: endpoint(`DELETE ${paths.one}`, {
      needs,
      summary: `Deletes one ${name}, which can be restored for a while`,
      input: one,
    }),
    removeMany: endpoint(`POST ${many}/delete`, {
      needs,
      summary: `Deletes the chosen ${several}, and answers which of them there were`,
      input: chosen,
      output: chosenOutput,
    }),
    restore: endpoint(`POST ${many}/restore`, {
      needs,
      summary: `Restores ${several} that were deleted a while ago, with their ids and in their places`,
      input: chosen,
      output: z.object({ items: z.array(item) }),
      errors: ['notFound', 'alreadyUsed', 'tooMany', 'tooMuchText'],
    }),
    setActive: endpoint(`POST ${many}/active`, {
      needs,
      summary: `Turns the chosen ${several} on or off`,
      input: z.extend(chosen, { is_active: z.boolean() }),
      output: chosenOutput,
    }),
    copyTo: endpoint(`POST ${many}/copy`, {
      needs,
      summary: `Copies the chosen ${several} to another project of the same person; those that it has already stay as they are`,
      input: z.extend(chosen, copyTarget),
      output: RowCopyOutcome,
      errors: ['notFound', 'notAllowed', 'tooMany', 'tooManyRows', 'tooMuchText'],
    }),
    ...rowFileEndpoints({ path: many, needs, several, scope }),
  };
}

export type Crud<
  Fields extends Shape = Shape,
  Sort extends string = string,
  Shown extends Shape = Shape,
  Scope extends Shape = Shape,
  Filters extends Shape = Shape,
> = ReturnType<typeof crud<Fields, Sort, Shown, Scope, Filters>>;

/** A `crud()` of any fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- The fields of one crud are no others' fields; only `any` takes them all.
export type AnyCrud = Crud<any, any, any, any>;
export type ItemOf<C extends AnyCrud> = OutputOf<C['read']>;
export type ItemInputOf<C extends AnyCrud> = InputOf<C['create']>;
