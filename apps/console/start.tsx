import { MantineProvider } from '@mantine/core';
import { Component, type ComponentType, type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from './theme.ts';
import { errorAddress, isErrorAddress } from './session/addresses.ts';
import { Failure, isServerThere } from './failures/failure.tsx';
import { reportErrors } from './failures/report-errors.ts';
import { isLoadingFailure, loadPage } from './loading.ts';
import { keepDoubleClicksTogether } from '#ui/state/presses.ts';
import { styleNonce } from '#ui/state/style-nonce.ts';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

class FailureBoundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    return hasFailed ? <Failure error={error} retry={() => location.reload()} /> : this.props.children;
  }
}

function show(content: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  // A transition renders in slices, so that a slow phone stays responsive.
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

export async function start(loading: Promise<{ readonly default: ComponentType }>, translated: Promise<void>): Promise<void> {
  reportErrors();
  try {
    const { default: Page } = await loadPage(() => loading);
    await translated;
    show(<Page />);
  } catch (error) {
    await translated;
    if (isLoadingFailure(error) && !isErrorAddress(location.pathname)) await nameFailure();
    show(<Failure error={error} retry={() => location.reload()} />);
  }
  keepDoubleClicksTogether();
}

async function nameFailure(): Promise<void> {
  const cause = (await isServerThere()) ? 'codeMissing' : 'noConnection';
  history.replaceState(null, '', errorAddress(cause, `${location.pathname}${location.search}`));
}
