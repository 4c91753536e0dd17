import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useText } from '#console-kit/text/i18n.ts';
import { Empty } from '#console-kit/page/states.tsx';

/** Instead of a screen whose address is of a project that the person may not open, or that is gone. */
export function ProjectRefused() {
  const t = useText();
  return (
    <Empty
      icon={Lock}
      headingOrder={1}
      title={t('This project is not open to you')}
      text={t(
        'The link leads to a project that you have no access to, or that no longer exists. Ask whoever sent it to invite you.',
      )}
      action={
        <Button component="a" href="/dashboard">
          {t('Go to my project')}
        </Button>
      }
    />
  );
}
