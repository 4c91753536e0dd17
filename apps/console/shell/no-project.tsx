import { Button } from '@mantine/core';
import { Store } from 'lucide-react';
import { useEffect } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Empty } from '#console-kit/page/states.tsx';
import { addProjectDialog } from './dialog-names.ts';

/** The beginning: the dialog opens by itself, and stays one click away once it is closed. */
export function NoProject() {
  const t = useText();
  const [, change] = useAddress();
  useEffect(() => change({ dialog: addProjectDialog }, { isReplacing: true }), [change]);
  return (
    <Empty
      icon={Store}
      headingOrder={1}
      title={t('Add your first project')}
      text={t('A project is the search of one shop: its items, its rules and the people who look after it.')}
      action={<Button onClick={() => change({ dialog: addProjectDialog })}>{t('Add project')}</Button>}
    />
  );
}
