import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, shortTextLength, MailedToken } from '#contract/fields.ts';
import { LoginInput, Session } from '#features/account/account.contract.ts';

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
