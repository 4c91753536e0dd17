import { withoutAddresses } from '#contract/texts/plain-name.ts';
import { acceptedLanguage } from '#contract/texts/text-language.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';

interface Reader {
  readonly email: string;
  readonly language: string | null;
}

interface Transfer {
  readonly project: { readonly id: number; readonly name: string; readonly language: string };
  /** The other person, as the reader knows them. */
  readonly person: string;
}

type Kit = Pick<App, 'translate' | 'settings'>;

export function newOwnerLetter({ translate, settings }: Kit, reader: Reader, { project, person }: Transfer): Letter {
  const t = translate(acceptedLanguage(reader.language ?? project.language));
  const names = { person: withoutAddresses(person), project: withoutAddresses(project.name) };
  const link = `${settings.publicUrl}/owner/project?id=${project.id}&p=${project.id}`;
  return {
    to: reader.email,
    subject: t('You own the project {project} now', names),
    text: [t('{person} has made you the owner of the project {project} in Aisle.', names), link].join('\n\n'),
    link,
  };
}

export function formerOwnerLetter(kit: Kit, reader: Reader, { project, person }: Transfer, stays: boolean): Letter {
  const { translate, settings } = kit;
  const t = translate(acceptedLanguage(reader.language ?? project.language));
  const names = { person: withoutAddresses(person), project: withoutAddresses(project.name) };
  const link = `${settings.publicUrl}/dashboard`;
  return {
    to: reader.email,
    subject: t('The project {project} has another owner', names),
    text: [
      t('{person} is the owner of the project {project} in Aisle now.', names),
      stays ? t('You go on working in it, in all groups.') : t('You have left it.'),
      link,
    ].join('\n\n'),
    link,
  };
}
