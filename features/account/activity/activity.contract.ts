import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';

/** Kinds are stored, so renaming one needs a migration. */
export const activityKinds = [
  'signedIn',
  'signInFailed',
  'passwordChanged',
  'passwordReset',
  'emailChanged',
  'signedOutElsewhere',
  'secondFactorOn',
  'secondFactorOff',
  'secondFactorOffByAdmin',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const Activity = z.object({
  id: Id,
  kind: z.enum(activityKinds),
  browser: z.string(),
  /** Masked. */
  address: z.string(),
  is_here: z.boolean(),
  created_at: Moment,
});
export type Activity = z.output<typeof Activity>;

export const readActivity = endpoint('GET /api/activity', {
  needs: 'user',
  summary:
    'Lists what the signed-in person did with their account in the last 90 days, newest first, with their other sessions counted',
  output: z.array(Activity),
  beside: z.object({ other_sessions: z.number() }),
});

export const signOutElsewhere = endpoint('POST /api/activity/sign-out-elsewhere', {
  needs: 'user',
  summary: 'Ends all other sessions of the signed-in person, and answers how many',
  output: z.object({ count: z.number() }),
});
