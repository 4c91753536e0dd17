import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Email, optionalText, WebAddress, MailedToken, PlainName } from '#contract/fields.ts';
import { fileExtension, fileSize, fileType, matching } from '#contract/rows/form-rules.ts';
import { Profile } from '#features/account/account.contract.ts';

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
  input: UserDataInput,
  output: UserData,
  errors: ['alreadyUsed', 'noPicture', 'pictureNotScaled', 'tooManyRequests'],
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
});

export const confirmEmail = endpoint(`POST ${newAddress}`, {
  needs: 'public',
  summary: 'Changes the e-mail address of the person to whom the token of the link was mailed',
  input: z.object({ token: MailedToken }),
  output: z.object({ email: z.string() }),
  errors: ['linkNotValid', 'alreadyUsed'],
});
