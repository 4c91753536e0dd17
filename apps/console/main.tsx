import { MantineProvider } from '@mantine/core';
import { styleNonce } from './style-nonce.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#console-kit/i18n.ts';
import { isSignedIn } from '#console-kit/session.ts';
import { cssVariables, theme } from '#console-kit/theme.ts';
import { Failure } from './failure.tsx';
import { inTime } from './loading.ts';
import { loadSentences } from './locales.ts';
import { publicPageAt, type LoadPage } from './public-pages.ts';
import './styles.ts';

const loadConsole: LoadPage = () => import('./console.tsx');

function show(content: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
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
  );
}

async function start(): Promise<void> {
  const publicPage = publicPageAt(location.pathname);
  if (publicPage?.isForGuests && isSignedIn()) return location.replace('/dashboard');
  const translated = startI18n(loadSentences);
  try {
    const { default: Page } = await inTime(publicPage?.load ?? loadConsole);
    await translated;
    show(<Page />);
  } catch (error) {
    await translated;
    show(<Failure error={error} retry={() => location.reload()} />);
  }
}

await start();
