import { t } from '#ui/text/i18n.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { returnAddress } from '#ui/state/return-address.ts';
import { causeAt, type ErrorCause } from '#apps/console/session/error-address.ts';
import { errorTexts } from './error-texts.ts';
import { FullPageMessage } from './full-page-message.tsx';
import { loginAddress } from '#apps/console/session/login-address.ts';
import { verifyProblems } from '#apps/console/session/verify-problems.ts';

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
