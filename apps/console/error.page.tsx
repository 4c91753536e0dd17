import { CloudOff, Lock, PackageX, ServerCrash, TimerOff, Wrench, type LucideIcon } from 'lucide-react';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { FullPageMessage } from './full-page-message.tsx';
import { returnAddress } from '#console-kit/session/return-address.ts';

interface ErrorText {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Where the action leads; without it, back to where it failed. */
  readonly to?: string;
}

const failed: ErrorText = {
  icon: ServerCrash,
  title: msg('The server has failed'),
  text: msg('It could not answer, and wrote down why. Your data is safe. If it stays, ask the person who runs this server.'),
  action: msg('Try again'),
};

const errorTexts: Readonly<Record<string, ErrorText>> = {
  'error-1': failed,
  'error-2': {
    icon: CloudOff,
    title: msg('The connection is lost'),
    text: msg('Your browser does not reach the server. Check your network; search in your shop does not depend on it.'),
    action: msg('Try again'),
  },
  'error-3': {
    icon: PackageX,
    title: msg('This page could not be loaded'),
    text: msg('There is a newer version of the console, or the connection was lost. Load the page again.'),
    action: msg('Load again'),
  },
  'error-4': {
    icon: Lock,
    title: msg('You have no access to this'),
    text: msg('Your account has no access to this. Ask an owner of the project for it.'),
    action: msg('Go to the dashboard'),
    to: '/dashboard',
  },
  'error-5': {
    icon: Wrench,
    title: msg('The server is starting or being looked after'),
    text: msg('This usually takes less than a minute. Nothing you saved is lost.'),
    action: msg('Try again'),
  },
  'error-6': {
    icon: TimerOff,
    title: msg('Your session has ended'),
    text: msg('For your safety, sessions end after 12 hours without use. Sign in to go on where you were.'),
    action: msg('Sign in'),
    to: '/login',
  },
};

/** `/custom-error/error-1` to `error-6`. */
export default function ErrorPage() {
  const t = useText();
  const { icon, title, text, action, to } = errorTexts[location.pathname.split('/')[2] ?? ''] ?? failed;
  return (
    <FullPageMessage
      icon={icon}
      title={t(title)}
      text={t(text)}
      action={{ label: t(action), address: to ?? returnAddress(location.search) }}
    />
  );
}
