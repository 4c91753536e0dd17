import { isPlaceWord, messageTexts } from '#contract/texts/message-texts.ts';
import type { NewMessage, Recipient } from './messages.store.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';
import { importFailures } from '#features/data/imports/imports.contract.ts';

/** A message, as it is mailed once to those who can do something about it. */
export function messageLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  to: Recipient,
  projectName: string,
  { kind, details, failure, address }: Pick<NewMessage, 'kind' | 'details' | 'failure' | 'address'>,
): Letter {
  const t = translate(to.language);
  const shown = Object.entries(details).map(([name, value]) => [name, isPlaceWord(name, value) ? t(String(value)) : value]);
  const said = t(messageTexts[kind], Object.fromEntries(shown) as typeof details);
  const link = settings.publicUrl + address;
  const cause = failure ? [t(importFailures[failure.code], failure.details)] : [];
  return {
    to: to.email,
    subject: `${projectName}: ${said}`.replaceAll(/[\r\n]+/g, ' '),
    text: [said, ...cause, link].join('\n\n'),
    link,
  };
}
