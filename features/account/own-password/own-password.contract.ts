import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical } from '#contract/values/compared-fields.ts';
import { NewPassword } from '#contract/fields.ts';
import { LoginInput, PasswordConfirmation } from '#features/account/account.contract.ts';

/** What is shorter isn't even tried; the rule for all new passwords asks for more. */
const minimumChangedLength = 6;
const required = { error: 'required' } as const;
/** The rule for new passwords, which says first what the specification says of changed ones. */
const ChangedPassword = z.pipe(
  z.string(required).check(z.minLength(1, required), z.minLength(minimumChangedLength, { error: 'minimumLength', abort: true })),
  NewPassword,
);

export const ChangePasswordInput = z
  .object({
    password: LoginInput.shape.password,
    new_password: ChangedPassword,
    new_password_confirmation: PasswordConfirmation,
  })
  .check(identical('new_password', 'new_password_confirmation', 'passwordsDoNotMatch'));

export const changePassword = endpoint('PUT /api/user/password', {
  needs: 'user',
  summary: 'Changes the password of the signed-in person, and ends their other sessions',
  input: ChangePasswordInput,
  /** Of sessions that were ended. */
  output: z.object({ count: z.number() }),
  errors: ['currentPasswordWrong', 'tooManyRequests'],
});
