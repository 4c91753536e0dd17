import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical, fileExtension, fileSize, fileType, matching } from '#contract/rows/form-rules.ts';
import { NewPassword, Id, Email, optionalText, WebAddress, MailedToken, PlainName } from '#contract/fields.ts';
import { LoginInput, PasswordConfirmation, Profile } from '#features/account/account.contract.ts';
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

export const OwnProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  token: z.string(),
  is_owner: z.boolean(),
  is_only_owner: z.boolean(),
  user_groups: z.array(z.object({ id: Id })),
});
export type OwnProject = z.output<typeof OwnProject>;

export const listOwnProjects = endpoint('GET /api/user/projects', {
  needs: 'user',
  summary: 'Lists the projects that the signed-in person is in, for administrators without those that they only may open',
  output: z.array(OwnProject),
});

export const leaveProject = endpoint('POST /api/user/leave', {
  needs: 'user',
  summary: 'Takes the signed-in person out of a project; only a new invitation brings them back',
  input: z.object({ id: Id }),
  errors: ['notFound', 'lastOwner'],
});

/** After scaling in the console. */
export const maximumPictureBytes = 256_000;
const maximumChosenBytes = 2_000_000;
export const pictureTypes = ['image/png', 'image/jpeg'] as const;
export const ChosenPicture = z
  .custom<File>()
  .check(
    fileType(pictureTypes, 'noPicture'),
    fileExtension(['png', 'jpg', 'jpeg'], 'noPicture'),
    fileSize(maximumChosenBytes, 'pictureTooLarge'),
  );
const pictureHead = 'data:image/';
/** Base64 plus the data-URL prefix. */
const maximumPictureLength = Math.ceil(maximumPictureBytes / 3) * 4 + 100;
const maximumPhoneLength = 40;

const Phone = z._default(
  z.string().check(z.trim(), z.maxLength(maximumPhoneLength, { error: 'maximumLength' }), matching(/^[\d +()./-]*$/, 'notValid')),
  '',
);

export const UserData = z.extend(Profile, {
  company_name: z.string(),
  job: z.string(),
  phone: z.string(),
  company_site: z.string(),
  photo: z.nullable(z.string()),
  /** Pending until its mailed link is opened. */
  new_email: z.nullable(z.string()),
  version: z.string(),
});
export type UserData = z.output<typeof UserData>;

export const UserDataInput = z.object({
  name: PlainName,
  surname: PlainName,
  email: Email,
  company_name: optionalText(),
  job: optionalText(),
  phone: Phone,
  company_site: z._default(z.union([z.literal(''), WebAddress], { error: 'notValid' }), ''),
  /** A PNG or JPEG data URL; null removes the picture, undefined keeps it. */
  photo: z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(maximumPictureLength, { error: 'pictureNotScaled' }),
        z.refine((address) => address.startsWith(pictureHead), { error: 'noPicture' }),
      ),
    ),
  ),
});
export type UserDataInput = z.output<typeof UserDataInput>;

export const readUserData = endpoint('GET /api/user/data', {
  needs: 'user',
  summary: 'Answers the signed-in person',
  output: UserData,
});

export const changeUserData = endpoint('PUT /api/user/data', {
  needs: 'user',
  summary: 'Changes who the signed-in person is; another e-mail address holds once the link that is mailed to it was opened',
  input: z.extend(UserDataInput, { version: z.optional(z.string()) }),
  output: UserData,
  errors: ['alreadyUsed', 'changedMeanwhile', 'noPicture', 'pictureNotScaled', 'tooManyRequests'],
  bodyLimitBytes: 500_000,
});

const newAddress = '/api/user/email';

export const mailEmailChangeAgain = endpoint(`POST ${newAddress}/again`, {
  needs: 'user',
  summary: 'Mails another link to the address that the signed-in person changes to; the one before opens nothing any more',
  errors: ['notFound', 'tooManyRequests'],
});

export const cancelEmailChange = endpoint(`DELETE ${newAddress}`, {
  needs: 'user',
  summary: 'Gives up the change of the e-mail address of the signed-in person',
  output: UserData,
});

export const confirmEmail = endpoint(`POST ${newAddress}`, {
  needs: 'public',
  summary: 'Changes the e-mail address of the person to whom the token of the link was mailed',
  input: z.object({ token: MailedToken }),
  output: z.object({ email: z.string() }),
  errors: ['linkNotValid', 'alreadyUsed'],
});
