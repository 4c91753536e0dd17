import { CloudOff, Lock, PackageX, ServerCrash, TimerOff, Wrench, type LucideIcon } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { ErrorCause } from '#apps/console/session/error-address.ts';
import { missingTexts } from './missing-texts.ts';

interface ErrorText {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

export const errorTexts: Readonly<Record<ErrorCause, ErrorText>> = {
  serverFailed: {
    icon: ServerCrash,
    title: msg('The server has failed'),
    text: msg('It could not answer, and wrote down why. Your data is safe. If it stays, ask the person who runs this server.'),
    action: msg('Try again'),
  },
  noConnection: { icon: CloudOff, ...missingTexts.noConnection },
  codeMissing: { icon: PackageX, ...missingTexts.codeMissing },
  notAllowed: {
    icon: Lock,
    title: msg('You have no access to this'),
    text: msg('You don’t have access to this. Ask an owner of the project.'),
    action: msg('Try again'),
  },
  serverStarting: {
    icon: Wrench,
    title: msg('The server is starting or being looked after'),
    text: msg('This usually takes less than a minute. Nothing you saved is lost.'),
    action: msg('Try again'),
  },
  sessionEnded: {
    icon: TimerOff,
    title: msg('Your session has ended'),
    text: msg(
      'Sessions end after 12 hours without use, and when the password is changed or somebody ends them elsewhere. Sign in to go on where you were.',
    ),
    action: msg('Sign in'),
  },
};
