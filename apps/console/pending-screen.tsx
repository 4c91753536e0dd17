import { RowSkeletons } from '#console-kit/page/states.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import type { Screen } from './screens/screen.ts';

/** A screen that is on its way, in place of the one before: what it is called, and where its content will be. */
export const pendingScreen = ({ title }: Pick<Screen, 'title'>) =>
  function PendingScreen() {
    const t = useText();
    return (
      <Page title={t(title)}>
        <RowSkeletons />
      </Page>
    );
  };
