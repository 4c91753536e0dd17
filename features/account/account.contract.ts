import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical } from '#contract/rows/form-rules.ts';
import {
  Email,
  Id,
  maximumPasswordLength,
  NewPassword,
  MailedToken,
  PlainName,
  Moment,
  shortTextLength,
} from '#contract/fields.ts';
import { signUpModes } from '#contract/permission.ts';
import { Profile } from './session.contract.ts';

export { keepLanguage, logout, Profile, SelectedProject, verify } from './session.contract.ts';

export const Session = z.object({ token: z.string(), user: Profile });

/** No password rules here: they apply to new passwords. */
export const LoginInput = z.object({
  email: Email,
  password: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }), z.maxLength(maximumPasswordLength)),
});
export const login = endpoint('POST /api/login', {
  needs: 'public',
  summary: 'Signs in',
  input: LoginInput,
  output: Session,
  /** Ticket for `signInWithCode`; null if no code is needed. */
  beside: z.object({ ticket: z.nullable(z.string()) }),
  notice: 'A code of the second factor is asked for.',
  errors: ['loginIncorrect', 'tooManyRequests', 'passwordsOff'],
});

export const PasswordConfirmation = z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }));

const signUpFields = {
  name: PlainName,
  surname: PlainName,
  email: Email,
  password: NewPassword,
  password_confirmation: PasswordConfirmation,
  agree: z.boolean({ error: 'termsRequired' }).check(z.refine((isAgreed) => isAgreed, { error: 'shouldAgree' })),
};
export const samePassword = identical('password', 'password_confirmation', 'passwordsDiffer');

export const SignUpFields = z.object(signUpFields).check(samePassword);
export const RegisterInput = z
  .object({
    ...signUpFields,
    /** Token of the invitation mail; proves the address. */
    invitation: z.optional(MailedToken),
    /** From the first user only; ignored if the environment sets it. */
    sign_up_mode: z.optional(z.enum(signUpModes)),
  })
  .check(samePassword);
/**
 * All null after a link was mailed. The first user, invited users and local users without a mail server get a session at
 * once.
 */
const SignedUp = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(Profile),
  /** The client ID of the joined project. */
  project: z.nullable(z.string()),
});
export const register = endpoint('POST /api/register', {
  needs: 'public',
  summary: 'Signs up, mostly by a link that is mailed; the first person to do so becomes the administrator',
  input: RegisterInput,
  output: SignedUp,
  errors: ['alreadyUsed', 'signUpByInvitation', 'signUpOff', 'linkNotValid', 'tooManyRequests', 'passwordsOff'],
});

export const ConfirmInput = z.object({ token: MailedToken, password: LoginInput.shape.password });
export const confirmSignUp = endpoint('POST /api/register/confirm', {
  needs: 'public',
  summary: 'Ends a sign-up with the token of the mailed link and the password that was chosen',
  input: ConfirmInput,
  output: Session,
  errors: ['linkNotValid', 'loginIncorrect', 'tooManyRequests', 'signUpByInvitation', 'signUpOff', 'passwordsOff'],
});

export const readSignUpRules = endpoint('GET /api/register/rules', {
  needs: 'public',
  summary: 'Answers who may sign up, where whoever is the first always may, and with what people sign in',
  output: z.object({
    mode: z.enum(signUpModes),
    /** Set by the environment. */
    is_set_by_server: z.boolean(),
    is_first: z.boolean(),
    sends_mail: z.boolean(),
    takes_passwords: z.boolean(),
    provider: z.nullable(z.string()),
  }),
});

const SignUpChoice = z.object({
  mode: z.enum(signUpModes),
  is_set_by_server: z.boolean(),
  /** Otherwise administrators only. */
  all_add_projects: z.boolean(),
});
export const readSignUpMode = endpoint('GET /api/server/sign-up', {
  needs: 'admin',
  summary: 'Says who may sign up on this server and add projects',
  output: SignUpChoice,
});
export const changeSignUpMode = endpoint('PUT /api/server/sign-up', {
  needs: 'admin',
  summary: 'Decides who may sign up on this server (anybody, who is invited, or nobody), and whether all users may add projects',
  input: z.object({ mode: z.optional(z.enum(signUpModes)), all_add_projects: z.optional(z.boolean()) }),
  output: SignUpChoice,
  errors: ['setByServer'],
});

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

/** An app code or a recovery code; spaces and hyphens are ignored. */
const Code = z
  .string({ error: 'required' })
  .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(shortTextLength, { error: 'codeWrong' }));
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const SecondFactor = z.object({
  on_since: z.nullable(Moment),
  recovery_codes_left: z.number(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

export const CodeInput = z.object({ code: Code });
export const signInWithCode = endpoint('POST /api/login/code', {
  needs: 'public',
  summary: 'Ends a sign-in with the ticket that the right password was answered with, and a code of the app or a recovery code',
  input: z.object({ ticket: MailedToken, code: Code }),
  output: Session,
  errors: ['codeWrong', 'signInOver', 'tooManyRequests'],
});

export const readSecondFactor = endpoint('GET /api/user/second-factor', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Says whether the signed-in person has a second factor, and how many recovery codes are left',
  output: SecondFactor,
});

export const PasswordInput = z.object({ password: LoginInput.shape.password });
export const beginSecondFactor = endpoint('POST /api/user/second-factor', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Makes the key of a second factor, which is off until a code is sent',
  input: PasswordInput,
  /** The key in base 32, and its `otpauth://` address. */
  output: z.object({ key: z.string(), address: z.string() }),
  errors: ['currentPasswordWrong', 'secondFactorOn', 'tooManyRequests'],
});

export const turnOnSecondFactor = endpoint('PUT /api/user/second-factor', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Turns the second factor on with the first code of the app, ends the other sessions, and answers the recovery codes',
  input: CodeInput,
  output: RecoveryCodes,
  errors: ['codeWrong', 'setUpOver'],
});

export const PasswordAndCode = z.object({ password: LoginInput.shape.password, code: Code });
export const renewRecoveryCodes = endpoint('POST /api/user/second-factor/recovery-codes', {
  needs: 'user',
  summary: 'Makes new recovery codes; the ones before open nothing any more',
  input: PasswordAndCode,
  output: RecoveryCodes,
  errors: ['currentPasswordWrong', 'codeWrong', 'secondFactorOff', 'tooManyRequests'],
});

export const turnOffSecondFactor = endpoint('POST /api/user/second-factor/off', {
  needs: 'user',
  summary: 'Turns the second factor of the signed-in person off',
  input: PasswordAndCode,
  errors: ['currentPasswordWrong', 'codeWrong', 'secondFactorOff', 'tooManyRequests'],
});

export const turnOffForUser = endpoint('POST /api/users/all/{id}/second-factor/off', {
  needs: 'admin',
  summary: 'Turns the second factor of somebody else off, who has lost their app and their recovery codes',
  input: z.object({ id: Id }),
  errors: ['secondFactorOff', 'notFound', 'notAllowed'],
});

const Demand = z.object({
  is_demanded: z.boolean(),
  /** Set by the environment. */
  is_set_by_server: z.boolean(),
});
export const readDemand = endpoint('GET /api/server/second-factor', {
  needs: 'admin',
  summary: 'Says whether this server demands a second factor of everybody',
  output: Demand,
});

export const changeDemand = endpoint('PUT /api/server/second-factor', {
  needs: 'admin',
  summary: 'Demands a second factor of everybody who signs in with a password, or no longer does; who demands it has one',
  input: z.object({ is_demanded: z.boolean() }),
  output: Demand,
  errors: ['secondFactorFirst', 'setByServer'],
});
