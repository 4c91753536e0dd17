import type { ActivityKind } from '#features/account/activity/activity.contract.ts';
import { noteActivity } from '#features/account/activity/server/activity.service.ts';
import { changeLetter, type SecondFactorChange } from './second-factor.letter.ts';
import type { TextLanguage } from '#contract/texts/text-language.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/schema.ts';
import { postLetter } from '#server/mail/letters.ts';
import { newSecret } from '#server/secrets/secrets.ts';

export const changeLetterJob = 'second factor letter';

const kinds: Readonly<Record<SecondFactorChange, ActivityKind>> = {
  on: 'secondFactorOn',
  newCodes: 'recoveryCodesRenewed',
  off: 'secondFactorOff',
  offByAdmin: 'secondFactorOffByAdmin',
  recoveryCodeUsed: 'recoveryCodeUsed',
};

interface Person {
  readonly id: number;
  readonly email: string;
}
interface Doer {
  readonly address: string;
  readonly agent: string;
  readonly language: TextLanguage;
  readonly sessionToken?: string;
}

/** Tells somebody what became of their second factor, in their activity and by mail. Give the transaction that does it. */
export async function tellChange(
  app: App,
  transaction: Database,
  { id, email }: Person,
  change: SecondFactorChange,
  doer: Doer,
): Promise<void> {
  await noteActivity(transaction, id, kinds[change], doer);
  const letter = changeLetter(app, { email, language: doer.language }, change);
  await postLetter(app, changeLetterJob, { key: newSecret(), letter, about: { user: id } }, transaction);
}
