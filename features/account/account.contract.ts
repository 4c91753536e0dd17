import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { identical } from '#contract/values/compared-fields.ts';
import { consoleLanguages } from '#contract/texts/text-language.ts';
import { Email, Id, maximumPasswordLength, NewPassword } from '#contract/fields.ts';
import { MailedToken } from '#contract/account/mailed-token.ts';
import { PlainName } from '#contract/texts/plain-name.ts';
import { signUpModes } from '#contract/account/sign-up-mode.ts';

export const Profile = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  user_groups: z.array(z.object({ id: z.number() })),
  /** This server demands a second factor, and nothing else is open until it is set up. */
  owes_second_factor: z.boolean(),
  /** Of the console, as the person chose it, in whatever browser; null while they haven't. */
  language: z.nullable(z.enum(consoleLanguages)),
});
export type Profile = z.output<typeof Profile>;

export const Session = z.object({ token: z.string(), user: Profile });

/** Sign-in only verifies: what a password must be is said where one is made. */
export const LoginInput = z.object({
  email: Email,
  password: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }), z.maxLength(maximumPasswordLength)),
});
export const login = endpoint('POST /api/login', {
  needs: 'public',
  summary: 'Signs in',
  input: LoginInput,
  output: Session,
  /** With it and a code the sign-in is ended; null where none is asked for. */
  beside: z.object({ ticket: z.nullable(z.string()) }),
  notice: 'A code of the second factor is asked for.',
  errors: ['loginIncorrect', 'tooManyRequests', 'passwordsOff'],
});

/** The new password, typed again. */
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
    /** The token of the mail that invites; whoever has it has read the mail, and joins the project. */
    invitation: z.optional(MailedToken),
    /** Who may sign up from now on, as the first person decides; from others, and where the environment says it, it has no effect. */
    sign_up_mode: z.optional(z.enum(signUpModes)),
  })
  .check(samePassword);
/**
 * Who was asked to open a link in a mail has no token yet. The first person, whoever is invited and people at the machine of a server
 * without a mail server get in at once.
 */
const SignedUp = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(Profile),
  /** The public token of the project that an invited person has joined. */
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
    /** By the environment, so that nobody can change it here. */
    is_set_by_server: z.boolean(),
    is_first: z.boolean(),
    sends_mail: z.boolean(),
    takes_passwords: z.boolean(),
    /** What the OpenID provider is called that people may sign in with; null where there is none. */
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

/** The project that the selected token stands for, as the shell needs it. */
export const SelectedProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  language: z.string(),
  time_zone: z.string(),
  token: z.string(),
  /** One that is not answers no shop and imports nothing. */
  active: z.boolean(),
  /** The name of an owner, whom somebody with fewer rights can ask; null for owners and administrators, and where there is none. */
  owner: z.nullable(z.string()),
});
export type SelectedProject = z.output<typeof SelectedProject>;

export const verify = endpoint('GET /api/verify', {
  needs: 'user',
  beforeSecondFactor: true,
  summary: 'Verifies the session and answers the person and the selected project',
  /** With an address that holds the picture; null where there is none. */
  output: z.extend(Profile, { photo: z.nullable(z.string()) }),
  beside: z.object({
    sales_channel: z.nullable(SelectedProject),
    owns_projects: z.boolean(),
  }),
  notice: 'A project is needed first.',
});

/** Mails follow as far as they are translated; until somebody chooses, they are in the language of the last sign-in. */
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
