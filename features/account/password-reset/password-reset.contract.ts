import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Email, NewPassword, MailedToken } from '#contract/fields.ts';
import { PasswordConfirmation, samePassword } from '#features/account/account.contract.ts';

export const ForgottenInput = z.object({ email: Email });
export const requestReset = endpoint('POST /api/forgetpass', {
  needs: 'public',
  summary: 'Mails a link that sets a new password; the answer is the same for an address without an account',
  input: ForgottenInput,
  errors: ['tooManyRequests', 'passwordsOff'],
});

export const checkResetLink = endpoint('POST /api/forgetpass/check', {
  needs: 'public',
  summary: 'Answers whether the token of a mailed link still works, before somebody thinks of a password',
  input: z.object({ token: MailedToken }),
  errors: ['linkNotValid'],
  onlyAsks: true,
});

const newPassword = { password: NewPassword, password_confirmation: PasswordConfirmation };
export const NewPasswordFields = z.object(newPassword).check(samePassword);
export const resetPassword = endpoint('POST /api/forgetpass/reset', {
  needs: 'public',
  summary: 'Sets a new password by the token of a mailed link, once, and ends all sessions of the person',
  input: z.object({ ...newPassword, token: MailedToken }).check(samePassword),
  output: z.object({ email: z.string() }),
  errors: ['linkNotValid', 'passwordsOff'],
});
