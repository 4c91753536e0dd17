import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#console-kit/text/i18n.ts';
import { keepDoubleClicksTogether } from '#console-kit/page/double-click.ts';
import { cssVariables, theme } from '#console-kit/page/theme.ts';
import { errorAddress, isErrorAddress } from './error-address.ts';
import { FailureBoundary } from './failure-boundary.tsx';
import { Failure } from './failure.tsx';
import { inTime, isLoadingFailure } from './loading.ts';
import { isServerThere } from './probe.ts';
import { loadSentences } from './locales.ts';
import { styleNonce } from '#console-kit/page/style-nonce.ts';

/** What people see comes first. */
const reportsAfterMs = 3_000;

function show(content: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  // As a transition, the first rendering is done in slices, and a slow phone answers touches meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => styleNonce}
        >
          <FailureBoundary>{content}</FailureBoundary>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

/** Shows a page whose code is on its way, in the reader's language. */
export async function start(loading: Promise<{ readonly default: ComponentType }>): Promise<void> {
  const translated = startI18n(loadSentences);
  try {
    const { default: Page } = await inTime(() => loading);
    await translated;
    show(<Page />);
  } catch (error) {
    await translated;
    if (isLoadingFailure(error) && !isErrorAddress(location.pathname)) await nameFailure();
    show(<Failure error={error} retry={() => location.reload()} />);
  }
  keepDoubleClicksTogether();
  setTimeout(() => void follow(), reportsAfterMs);
}

/** Reports what fails from now on, and what the page was given up for before. */
const follow = (): Promise<unknown> =>
  import('./report-errors.ts').then(
    ({ reportErrors }) => reportErrors(),
    () => undefined,
  );

/** Only the address changes: a server that is away has no other page to load. */
async function nameFailure(): Promise<void> {
  const cause = (await isServerThere()) ? 'codeMissing' : 'noConnection';
  history.replaceState(null, '', errorAddress(cause, `${location.pathname}${location.search}`));
}
