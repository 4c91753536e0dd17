import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical } from '#contract/rows/form-rules.ts';
import { consoleLanguages } from '#contract/texts/languages.ts';
import { Email, Id, maximumPasswordLength, NewPassword, MailedToken, PlainName } from '#contract/fields.ts';
import { signUpModes } from '#contract/permission.ts';

export const Profile = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  user_groups: z.array(z.object({ id: z.number() })),
  /** Nothing else is open until a second factor is set up. */
  owes_second_factor: z.boolean(),
  /** The chosen console language; null if none was chosen. */
  language: z.nullable(z.enum(consoleLanguages)),
});
export type Profile = z.output<typeof Profile>;

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
  /** The public token of the joined project. */
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

const SignUpChoice = z.object({ mode: z.enum(signUpModes), is_set_by_server: z.boolean() });
export const readSignUpMode = endpoint('GET /api/server/sign-up', {
  needs: 'admin',
  summary: 'Says who may sign up on this server',
  output: SignUpChoice,
});
export const changeSignUpMode = endpoint('PUT /api/server/sign-up', {
  needs: 'admin',
  summary: 'Decides who may sign up on this server: anybody, who is invited, or nobody',
  input: z.object({ mode: z.enum(signUpModes) }),
  output: SignUpChoice,
  errors: ['setByServer'],
});

export const SelectedProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  language: z.string(),
  time_zone: z.string(),
  token: z.string(),
  /** An inactive project answers no calls and imports nothing. */
  active: z.boolean(),
  /** An owner to ask for rights; null for owners and administrators. */
  owner: z.nullable(z.string()),
});
export type SelectedProject = z.output<typeof SelectedProject>;

export const verify = endpoint('GET /api/verify', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Verifies the session and answers the person and the selected project',
  output: z.extend(Profile, { photo: z.nullable(z.string()) }),
  beside: z.object({
    sales_channel: z.nullable(SelectedProject),
    owns_projects: z.boolean(),
  }),
  notice: 'A project is needed first.',
});

/** Mails use it too, as far as they are translated. */
export const keepLanguage = endpoint('PUT /api/user/language', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Keeps the language in which the signed-in person sees the console and gets mails',
  input: z.object({ language: z.enum(consoleLanguages) }),
});

export const logout = endpoint('POST /api/logout', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Ends the session',
});
