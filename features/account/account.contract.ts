import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { textLanguages } from '#contract/text-language.ts';
import { Email, Id, maximumPasswordLength, NewPassword, Nothing, requiredText } from '#contract/fields.ts';

/** The signed-in person, with their rights in the selected project. */
export const Profile = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  user_groups: z.array(z.object({ id: z.number() })),
});
export type Profile = z.output<typeof Profile>;

const Session = z.object({ token: z.string(), user: Profile });

/** Sign-in only verifies: what a password must be is said where one is made. */
export const LoginInput = z.object({
  email: Email,
  password: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }), z.maxLength(maximumPasswordLength)),
});
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  needs: 'public',
  summary: 'Signs in',
  input: LoginInput,
  output: Session,
  errors: ['loginIncorrect', 'tooManyRequests'],
});

export const RegisterInput = z
  .object({
    name: requiredText(),
    surname: requiredText(),
    email: Email,
    password: NewPassword,
    password_confirmation: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' })),
    agree: z.boolean({ error: 'shouldAgree' }).check(z.refine((isAgreed) => isAgreed, { error: 'shouldAgree' })),
  })
  .check(
    z.refine(({ password, password_confirmation }) => password === password_confirmation, {
      error: 'passwordsDiffer',
      path: ['password_confirmation'],
      when: () => true,
    }),
  );
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  needs: 'public',
  summary: 'Signs up; the first person to do so becomes the administrator',
  input: RegisterInput,
  output: Session,
  errors: ['alreadyUsed', 'tooManyRequests'],
});

/** The project that the selected token stands for, as the shell needs it. */
export const SelectedProject = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  language: z.string(),
  token: z.string(),
});
export type SelectedProject = z.output<typeof SelectedProject>;

export const verify = endpoint({
  method: 'GET',
  path: '/api/verify',
  needs: 'user',
  summary: 'Verifies the session and answers the person and the selected project',
  input: Nothing,
  output: Profile,
  beside: z.object({ sales_channel: z.nullable(SelectedProject) }),
  notice: 'A project is needed first.',
});

export const readUserData = endpoint({
  method: 'GET',
  path: '/api/user/data',
  needs: 'user',
  summary: 'Answers the signed-in person',
  input: Nothing,
  output: Profile,
});

/** Signing in and up keep the language of the call. */
export const keepLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  needs: 'user',
  summary: 'Keeps the language in which the signed-in person gets mails',
  input: z.object({ language: z.enum(textLanguages) }),
  output: Nothing,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  needs: 'user',
  summary: 'Ends the session',
  input: Nothing,
  output: Nothing,
});
