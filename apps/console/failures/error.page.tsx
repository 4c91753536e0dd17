import { CloudOff, Lock, type LucideIcon, PackageX, ServerCrash, TimerOff, Wrench } from 'lucide-react';
import { Button, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { msg, t } from '#ui/text/i18n.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { returnAddress } from '#ui/state/return-address.ts';
import { causeAt, type ErrorCause, loginAddress, verifyProblems } from '#apps/console/session/addresses.ts';
import { missingTexts } from './failure.tsx';
import { Empty } from '#ui/page/states.tsx';

interface FullPageMessageProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly details?: readonly string[];
  readonly action: { readonly label: string; readonly address: string };
}

export function FullPageMessage({ icon, title, text, details = [], action }: FullPageMessageProps) {
  useDocumentTitle(`${title} · Aisle`);
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center' }}>
      <Empty
        icon={icon}
        title={title}
        text={text}
        headingOrder={1}
        details={details.map((detail) => (
          <Text key={detail} size="sm" ta="center">
            {detail}
          </Text>
        ))}
        action={
          <Button component="a" href={action.address}>
            {action.label}
          </Button>
        }
      />
    </main>
  );
}

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
    text: msg('The error is in the server’s log. Your data is safe. If it persists, ask your administrator.'),
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
    title: msg('The server is starting or under maintenance'),
    text: msg('This takes under a minute. Saved work is safe.'),
    action: msg('Try again'),
  },
  sessionEnded: {
    icon: TimerOff,
    title: msg('Your session has ended'),
    text: msg('Sessions end after 12 hours without use or a password change. Sign in to continue.'),
    action: msg('Sign in'),
  },
};

export default function ErrorPage() {
  const cause = causeAt(location.pathname);
  const { icon, title, text, action } = errorTexts[cause];
  return (
    <FullPageMessage
      icon={icon}
      title={t(title)}
      text={t(text)}
      details={saysServer[cause] ? verifyProblems().map((problem) => problemText(t, problem)) : []}
      action={{ label: t(action), address: actionAddress(cause) }}
    />
  );
}

const saysServer: Readonly<Partial<Record<ErrorCause, true>>> = { serverFailed: true, notAllowed: true, serverStarting: true };

function actionAddress(cause: ErrorCause): string {
  const back = returnAddress(location.search);
  return cause === 'sessionEnded' ? loginAddress(back) : back;
}
