import * as z from 'zod/mini';
import { endpoint, type Endpoint, type ObjectSchema } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import type { Permission, ProjectPermission } from '#contract/permission.ts';
import type { GlossaryName } from '#contract/texts/glossary-names.ts';

export const previewedItems = 20;
export const previewedPlaces = 100;
export const exampleQueryCount = 5;
/** Further ones, among which a preview looks for a query that settings change. */
export const furtherQueryCount = 15;

const Place = z.nullable(z.number());

/** Places before and after, from 1; null beyond `previewedPlaces`. */
export const PreviewedItem = z.looseObject({
  id: z.string(),
  position: Place,
  live_position: Place,
  /** Values of the fields that the previewed settings name. */
  values: z.optional(z.record(z.string(), z.unknown())),
});
export type PreviewedItem = z.output<typeof PreviewedItem>;

export const PreviewBeside = z.object({
  /** Milliseconds that the previewed search took. */
  res: z.object({ took: z.object({ final: z.number() }) }),
  gone: z.array(PreviewedItem),
  total_count: z.number(),
  live_total_count: z.number(),
  redirect: z.nullable(z.string()),
});
export type PreviewBeside = z.output<typeof PreviewBeside>;

export const PreviewQuery = z.string().check(z.trim(), z.maxLength(1000));

/** Results of `q` with unsaved settings. */
export const previewEndpoint = <Input extends ObjectSchema, const Needs extends Permission>(
  path: string,
  definition: Pick<Endpoint<Input, z.ZodMiniArray<typeof PreviewedItem>, Needs>, 'needs' | 'summary' | 'input'> &
    Pick<Endpoint, 'errors' | 'bodyLimitBytes'>,
) =>
  endpoint(`POST ${path}`, {
    ...definition,
    onlyAsks: true,
    output: z.array(PreviewedItem),
    beside: PreviewBeside,
  });
export type PreviewEndpoint = ReturnType<typeof previewEndpoint<ObjectSchema, Permission>>;

/** Unsaved rows of one preview. */
export const maximumPreviewedRows = 50;

/** Results of `q` without and with unsaved rules. Those with an id replace saved ones, which the first search lacks. */
export const rulePreview = <Fields extends z.core.$ZodShape, const Needs extends ProjectPermission>({
  list,
  needs,
  name,
  fields,
  errors = [],
}: RulePreviewDefinition<Fields, Needs>) =>
  previewEndpoint(`${list}/preview`, {
    needs,
    summary: `Searches without and with a ${name} that is not saved`,
    input: z.object({
      c: Id,
      q: PreviewQuery.check(z.minLength(1)),
      rows: z.array(z.extend(fields, { id: z.optional(Id) })).check(z.minLength(1), z.maxLength(maximumPreviewedRows)),
    }),
    errors: ['searchDown', 'notFound', ...errors],
  });

export type RulePreviewEndpoint = ReturnType<typeof rulePreview<z.core.$ZodShape, ProjectPermission>>;

interface RulePreviewDefinition<Fields extends z.core.$ZodShape, Needs extends ProjectPermission> {
  /** The path of the list. */
  readonly list: string;
  readonly needs: Needs;
  readonly name: GlossaryName;
  /** Omits the validity: a previewed rule acts. */
  readonly fields: z.ZodMiniObject<Fields>;
  readonly errors?: Endpoint['errors'];
}

export const readExampleQueries = endpoint('GET /api/example_queries', {
  needs: 'search',
  summary: 'Queries to try settings with: the most frequent ones of visitors, otherwise names of items',
  input: z.object({
    c: Id,
    /** Only queries or names that contain it in any form, and other words. */
    containing: z._default(PreviewQuery, ''),
  }),
  output: z.object({
    queries: z.array(z.string()).check(z.maxLength(exampleQueryCount)),
    further: z.array(z.string()).check(z.maxLength(furtherQueryCount)),
    is_tracked: z.boolean(),
  }),
  errors: ['searchDown'],
});

export const readTrialQueries = endpoint('GET /api/dashboard/trial_queries', {
  needs: 'member',
  summary: 'Queries to try search with, made of names of items of a collection',
  input: z.object({ c: Id }),
  output: z.array(z.string()),
  errors: ['searchDown'],
});
