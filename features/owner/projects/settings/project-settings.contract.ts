import * as z from 'zod/mini';
import { TimeZone } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, WebAddress } from '#contract/fields.ts';
import { maximumProjectCalls, maximumVisitorCalls } from '#contract/limits.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { PlainName } from '#contract/texts/plain-name.ts';
import { Project, projectTypes } from '#features/owner/projects/projects.contract.ts';

const perSecond = (max: number) =>
  z.nullable(
    z.number().check(
      z.refine((value) => Number.isInteger(value) && value >= 1 && value <= max, {
        error: 'notBetween',
        params: { min: 1, max },
      }),
    ),
  );

/** What an owner changes of a project. What is left out stays as it is. */
export const ProjectSettings = z.object({
  name: PlainName,
  url: z.union([z.literal(''), WebAddress]),
  language: z.enum(languageCodes, { error: 'required' }),
  time_zone: TimeZone,
  active: z.boolean(),
  type: z.enum(projectTypes, { error: 'required' }),
  /** How many calls of one visitor of the shop, and of all of them, are answered; null for what the server says. */
  visitor_calls_per_second: perSecond(maximumVisitorCalls),
  project_calls_per_second: perSecond(maximumProjectCalls),
});
export type ProjectSettings = z.output<typeof ProjectSettings>;

export const updateProject = endpoint('PUT /api/sales_channels/{id}', {
  needs: 'user',
  summary: 'Changes the settings of a project (owners); another language re-analyses all of its items',
  input: z.extend(z.partial(ProjectSettings), {
    id: Id,
    /** Of the version that was edited; left out, whatever there is is changed. */
    updated_at: z.optional(z.nullable(Moment)),
  }),
  output: Project,
  errors: ['notAllowed', 'changedMeanwhile', 'searchDown'],
});

export const LanguageCost = z.object({
  item_count: z.number(),
  /** By what the last builds took; null where nobody knows. */
  seconds: z.nullable(z.number()),
});

export const readLanguageCost = endpoint('GET /api/sales_channels/{id}/language-cost', {
  needs: 'user',
  summary: 'Estimates how many items another language re-analyses, and how long it takes (owners)',
  input: z.object({ id: Id }),
  output: LanguageCost,
  errors: ['notAllowed', 'searchDown'],
});
