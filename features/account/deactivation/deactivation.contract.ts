import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { LoginInput } from '#features/account/account.contract.ts';

/** The same in every language. */
export const deactivationPhrase = 'i want deactivate';

export const DeactivateInput = z.object({
  password: LoginInput.shape.password,
  verification: z.string({ error: 'required' }).check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.refine((phrase) => phrase === deactivationPhrase, { error: 'fieldNotValid' }),
  ),
});

export const deactivate = endpoint('PUT /api/user/deactivate', {
  needs: 'user',
  summary: 'Gives up the account of the signed-in person: they leave their projects, and all their sessions end',
  input: DeactivateInput,
  errors: ['fieldNotValid', 'currentPasswordWrong', 'lastOwner', 'lastAdmin', 'tooManyRequests'],
});
