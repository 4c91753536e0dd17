import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Finding } from '#contract/findings.ts';

const needs = 'search';

export const readFindings = endpoint('GET /api/search-settings/findings', {
  needs,
  summary: 'Tells what is wrong with live rules: those that never act, work against each other, or are about what is gone',
  input: z.object({
    source: z.optional(z.string().check(z.regex(/^[\w-]{1,50}$/))),
  }),
  output: z.array(Finding),
});

const Counts = z.record(z.string(), z.number());

export const readBadges = endpoint('GET /api/search-settings/badges', {
  needs,
  summary: 'Counts the work that waits in the search settings: rows that are not live yet, and rules with findings',
  output: z.object({
    waiting: Counts,
    drafts: Counts,
    findings: Counts,
  }),
});
