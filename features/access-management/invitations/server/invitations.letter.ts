import { acceptedLanguage } from '#contract/texts/languages.ts';
import { withoutAddresses } from '#contract/fields.ts';
import type { App } from '#server/app/app.ts';
import { type Letter, letterOf } from '#server/mail/mail.ts';

export const lifetimeDays = 7;

interface Invited {
  readonly email: string;
  readonly person: string;
  readonly project: string;
  readonly language: string;
  readonly token: string;
}

export const invitationLink = ({ publicUrl }: Pick<App['settings'], 'publicUrl'>, token: string): string =>
  `${publicUrl}/invitation?token=${encodeURIComponent(token)}`;

export function invitationLetter({ translate, settings }: Pick<App, 'translate' | 'settings'>, invited: Invited): Letter {
  const t = translate(acceptedLanguage(invited.language));
  // A point between letters would make an address of a name.
  const person = withoutAddresses(invited.person).replaceAll(/\.(?=\S)/g, '. ');
  const names = { person, project: withoutAddresses(invited.project) };
  const link = invitationLink(settings, invited.token);
  return letterOf(invited.email, t('{person} invites you to {project}', names), link, [
    t('{person} invites you to the project {project} in Aisle.', names),
    t('Open this link to accept or decline. The invitation expires in {count} days.', { count: lifetimeDays }),
    link,
  ]);
}
