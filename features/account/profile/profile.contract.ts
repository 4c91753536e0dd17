import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical } from '#contract/rows/form-rules.ts';
import { NewPassword } from '#contract/fields.ts';
import { LoginInput, PasswordConfirmation } from '#features/account/account.contract.ts';
import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';

/** Specified for changed passwords; `NewPassword` asks for 8. */
const minimumChangedLength = 6;
const required = { error: 'required' } as const;
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
  output: z.object({ count: z.number() }),
  errors: ['currentPasswordWrong', 'tooManyRequests'],
});

/** Specified; the same in every language. */
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

const Kind = z.enum(Object.keys(messageTexts) as MessageKind[]);
const MailSetting = z.object({ kind: Kind, is_mailed: z.boolean() });
export type MailSetting = z.output<typeof MailSetting>;

export const readMailSettings = endpoint('GET /api/user/mails', {
  needs: 'user',
  summary: 'Lists the kinds of messages that the signed-in person can get in the selected project, and which are mailed to them',
  output: z.array(MailSetting),
  beside: z.object({ sends_mail: z.boolean() }),
});

export const changeMailSetting = endpoint('PUT /api/user/mails', {
  needs: 'user',
  summary: 'Turns mails of a kind of message on or off for the signed-in person, in all projects',
  input: MailSetting,
});
