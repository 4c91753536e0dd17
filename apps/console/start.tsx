import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#console-kit/text/i18n.ts';
import { cssVariables, theme } from '#console-kit/page/theme.ts';
import { Failure } from './failure.tsx';
import { inTime } from './loading.ts';
import { loadSentences } from './locales.ts';
import { styleNonce } from '#console-kit/page/style-nonce.ts';

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
          {content}
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
    show(<Failure error={error} retry={() => location.reload()} />);
  }
}
