import { withoutAddresses } from '#contract/fields.ts';
import { acceptedLanguage } from '#contract/texts/languages.ts';
import type { App } from '#server/app/app.ts';
import { type Letter, letterOf } from '#server/mail/mail.ts';

interface Reader {
  readonly email: string;
  readonly language: string | null;
}

interface Transfer {
  readonly project: { readonly id: number; readonly name: string; readonly language: string };
  readonly person: string;
}

type Kit = Pick<App, 'translate' | 'settings'>;

export function newOwnerLetter({ translate, settings }: Kit, reader: Reader, { project, person }: Transfer): Letter {
  const t = translate(acceptedLanguage(reader.language ?? project.language));
  const names = { person: withoutAddresses(person), project: withoutAddresses(project.name) };
  const link = `${settings.publicUrl}/owner/project?id=${project.id}&p=${project.id}`;
  return letterOf(reader.email, t('You now own the project {project}', names), link, [
    t('{person} made you the owner of the project {project} in Aisle.', names),
    link,
  ]);
}

export function formerOwnerLetter(kit: Kit, reader: Reader, { project, person }: Transfer, stays: boolean): Letter {
  const { translate, settings } = kit;
  const t = translate(acceptedLanguage(reader.language ?? project.language));
  const names = { person: withoutAddresses(person), project: withoutAddresses(project.name) };
  const link = `${settings.publicUrl}/dashboard`;
  return letterOf(reader.email, t('The project {project} has another owner', names), link, [
    t('{person} now owns the project {project} in Aisle.', names),
    stays ? t('You stay in it, in all groups.') : t('You have left it.'),
    link,
  ]);
}
