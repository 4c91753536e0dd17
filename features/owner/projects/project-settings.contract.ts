import * as z from 'zod/mini';
import { TimeZone } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, WebAddress, PlainName } from '#contract/fields.ts';
import { maximumProjectCalls, maximumVisitorCalls } from '#contract/limits.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { Project, projectTypes } from './projects.contract.ts';

const perSecond = (max: number) =>
  z.nullable(
    z.number().check(
      z.refine((value) => Number.isInteger(value) && value >= 1 && value <= max, {
        error: 'notBetween',
        params: { min: 1, max },
      }),
    ),
  );

export const ProjectSettings = z.object({
  name: PlainName,
  url: z.union([z.literal(''), WebAddress]),
  language: z.enum(languageCodes, { error: 'required' }),
  time_zone: TimeZone,
  active: z.boolean(),
  type: z.enum(projectTypes, { error: 'required' }),
  /** null: the server's default. */
  visitor_calls_per_second: perSecond(maximumVisitorCalls),
  project_calls_per_second: perSecond(maximumProjectCalls),
});
export type ProjectSettings = z.output<typeof ProjectSettings>;

export const updateProject = endpoint('PUT /api/sales_channels/{id}', {
  needs: 'user',
  summary: 'Changes the settings of a project (owners); another language re-analyses all of its items',
  input: z.extend(z.partial(ProjectSettings), {
    id: Id,
    /** The edited version; without it, any version is overwritten. */
    updated_at: z.optional(z.nullable(Moment)),
  }),
  output: Project,
  errors: ['notAllowed', 'changedMeanwhile', 'searchDown'],
});

export const LanguageCost = z.object({
  item_count: z.number(),
  /** Estimated from the last builds; null if unknown. */
  seconds: z.nullable(z.number()),
});

export const readLanguageCost = endpoint('GET /api/sales_channels/{id}/language-cost', {
  needs: 'user',
  summary: 'Estimates how many items another language re-analyses, and how long it takes (owners)',
  input: z.object({ id: Id }),
  output: LanguageCost,
  errors: ['notAllowed', 'searchDown'],
});
