import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { MailedToken } from '#contract/fields.ts';
import { Session } from '#features/account/account.contract.ts';

const longestAnswer = 8_000;

export const beginSingleSignOn = endpoint('POST /api/login/provider', {
  needs: 'public',
  summary: 'Begins a sign-in with the OpenID provider: answers where the browser goes, and a ticket that it keeps',
  output: z.object({ address: z.string(), ticket: z.string() }),
  errors: ['providerOff', 'providerAway', 'tooManyRequests'],
});

export const endSingleSignOn = endpoint('POST /api/login/provider/end', {
  needs: 'public',
  summary: 'Ends a sign-in with the ticket of its beginning and what the provider has answered to the browser',
  input: z.object({
    ticket: MailedToken,
    answer: z.string({ error: 'required' }).check(z.maxLength(longestAnswer)),
  }),
  output: Session,
  errors: [
    'providerOff',
    'providerAway',
    'providerDenied',
    'providerRefused',
    'providerSignInOver',
    'providerEmailUnproven',
    'providerOtherPerson',
    'providerFirstAdministrator',
    'ownAccountBlocked',
    'tooManyRequests',
  ],
});
