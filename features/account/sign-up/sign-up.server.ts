import {
  changeSignUpMode,
  confirmSignUp,
  readSignUpMode,
  readSignUpRules,
  register,
} from '#features/account/account.contract.ts';
import { userStore } from '#features/account/server/account.store.ts';
import { openSession, refuseWithoutPasswords } from '#features/account/server/sign-in.service.ts';
import { type SignUp, signUpStore, signUpHours } from '#features/account/server/pending.store.ts';
import { findMailedInvitation, joinProject } from '#features/access-management/invitations/server/invitations.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField } from '#server/base/fail.ts';
import { type LetterKit, postAccountLetter, type Reader, tokenPath, writeLetter } from '#server/app/letters.ts';
import { countSharedAttempts, limitMails } from '#server/limits/attempts.ts';
import { hashPassword, isPassword, newSecret } from '#server/secrets/secrets.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { type SignUpMode, signUpModes } from '#contract/permission.ts';
import { projectsForAll, serverSettings, signUpChoice } from '#server/db/server-settings.ts';
import type { Letter } from '#server/mail/mail.ts';

/** No names, which others may have written. */
export const confirmLetter = (kit: LetterKit, reader: Reader, token: string): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('Confirm your e-mail address'),
    path: tokenPath('/register/confirm', token),
    before: [
      t('Someone signed up for Aisle with this e-mail address. If it was you, open this link within {count} hours.', {
        count: signUpHours,
      }),
    ],
    after: [t('If it wasn’t you, ignore this mail.')],
  }));

/** The call returns the same as for a new address. */
export const knownLetter = (kit: LetterKit, reader: Reader): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('You already have an account'),
    path: '/login',
    before: [t('Someone signed up for Aisle with this address, which has an account. If it was you, sign in.')],
    after: [t('If it wasn’t you, ignore this mail.')],
  }));

const undecided: SignUpMode = 'open';

function signUpRules({ db, settings: { signUp } }: App) {
  const decided = serverSettings(db);
  return {
    isSetByServer: signUp !== null,
    async mode(): Promise<SignUpMode> {
      if (signUp !== null) return signUp;
      const stored = await decided.value(signUpChoice);
      return signUpModes.find((mode) => mode === stored) ?? undecided;
    },
    decide: (mode: SignUpMode): Promise<void> => decided.decide(signUpChoice, mode),
  };
}

const hourSeconds = 3_600;
const signUpsPerAddressAndHour = 240;
const confirmationsPerLinkAndHour = 20;

/** Account enumeration: a call does and returns the same for every address; the mail says the rest. */
export function serveSignUp(app: App): void {
  const { db, settings } = app;
  const users = userStore(db);
  const signUps = signUpStore(db);
  const rules = signUpRules(app);
  const hourly = (name: string, maximum: number) => countSharedAttempts(db, { name, maximum, windowSeconds: hourSeconds });
  const byAddress = hourly('sign-up by address', signUpsPerAddressAndHour);
  const byLink = hourly('sign-up by link', confirmationsPerLinkAndHour);
  const mails = limitMails(db);

  async function refuseClosed(): Promise<void> {
    const mode = await rules.mode();
    if (mode === 'invited') throw fail('signUpByInvitation');
    if (mode === 'off') throw fail('signUpOff');
  }

  async function getIn(userId: number, caller: Caller<'public'>, project: string | null = null) {
    const { headers, ...session } = await openSession(app, userId, caller);
    return new Answer<typeof register>({ ...session, project }, { headers });
  }

  /** The token proves the address, except without a mail server, where the inviter has it too. */
  async function join(person: SignUp, invitation: string, caller: Caller<'public'>) {
    if ((await rules.mode()) === 'off') throw fail('signUpOff');
    const invited = await findMailedInvitation(db, invitation);
    if (invited?.email !== person.email) throw fail('linkNotValid');
    const { userId, project } = await db.transaction().execute(async (transaction) => {
      const id = await userStore(transaction).insert({ ...person, isProven: settings.hasMailServer });
      if (id === null) throw failField('email', 'alreadyUsed', { name: 'email' });
      const joined = await joinProject(transaction, { id, email: person.email }, invited.id);
      if (joined === null) throw fail('linkNotValid');
      await signUpStore(transaction).forgetAddress(person.email);
      return { userId: id, project: joined };
    });
    return getIn(userId, caller, project);
  }

  async function mailLink(person: SignUp, address: string): Promise<void> {
    await mails.take({ sender: `address ${address}`, recipient: person.email });
    const token = newSecret();
    const account = await users.findByEmail(person.email);
    const letter = account ? knownLetter(app, person) : confirmLetter(app, person, token);
    await db.transaction().execute(async (transaction) => {
      await signUpStore(transaction).insert(person, token);
      await postAccountLetter(app, transaction, letter);
    });
  }

  serve(app, readSignUpRules, async () => ({
    mode: settings.takesPasswords ? await rules.mode() : 'off',
    is_set_by_server: rules.isSetByServer,
    is_first: settings.takesPasswords && (await users.isEmpty()),
    sends_mail: settings.hasMailServer,
    takes_passwords: settings.takesPasswords,
    provider: settings.provider?.name ?? null,
  }));

  serve(app, register, async ({ email, name, surname, password, invitation, sign_up_mode: mode }, caller) => {
    refuseWithoutPasswords(app);
    await byAddress.take(caller.address);
    const isEmpty = await users.isEmpty();
    if (!isEmpty && invitation === undefined) await refuseClosed();
    const person = { email, name, surname, language: caller.language, passwordHash: await hashPassword(password) };
    if (invitation !== undefined) return join(person, invitation, caller);
    const firstId = isEmpty ? await users.insert({ ...person, isProven: false, isFirst: true }) : null;
    if (firstId !== null) {
      if (mode !== undefined && !rules.isSetByServer) await rules.decide(mode);
      return getIn(firstId, caller);
    }
    await refuseClosed();
    if (caller.isOnThisMachine && !settings.hasMailServer) {
      const id = await users.insert({ ...person, isProven: false });
      if (id === null) throw failField('email', 'alreadyUsed', { name: 'email' });
      return getIn(id, caller);
    }
    await mailLink(person, caller.address);
    return { token: null, user: null, project: null };
  });

  serve(app, confirmSignUp, async ({ token, password }, caller) => {
    refuseWithoutPasswords(app);
    await refuseClosed();
    const signUp = await signUps.find(token);
    if (!signUp) throw fail('linkNotValid');
    await byLink.take(token);
    if (!(await isPassword(password, signUp.passwordHash))) throw fail('loginIncorrect');
    const userId = await db.transaction().execute(async (transaction) => {
      if (!(await signUpStore(transaction).take(signUp.id))) throw fail('linkNotValid');
      const id = await userStore(transaction).insert({ ...signUp, isProven: true });
      if (id === null) throw fail('linkNotValid');
      await signUpStore(transaction).forgetAddress(signUp.email);
      return id;
    });
    const { headers, ...session } = await openSession(app, userId, caller);
    return new Answer<typeof confirmSignUp>(session, { headers });
  });

  const decided = serverSettings(db);
  const choice = async () => ({
    mode: await rules.mode(),
    is_set_by_server: rules.isSetByServer,
    all_add_projects: await decided.isOn(projectsForAll, true),
  });
  serve(app, readSignUpMode, choice);
  serve(app, changeSignUpMode, async ({ mode, all_add_projects: forAll }) => {
    if (mode !== undefined && rules.isSetByServer) throw fail('setByServer');
    if (mode !== undefined) await rules.decide(mode);
    if (forAll !== undefined) await decided.turn(projectsForAll, forAll);
    return choice();
  });
}
