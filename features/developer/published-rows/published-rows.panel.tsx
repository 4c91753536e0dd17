import { Button } from '@mantine/core';
import { DatabaseZap } from 'lucide-react';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { PublishedRow } from './published-row.tsx';
import { PublishedRowTable } from './published-row-table.tsx';

const allRows = 'all';

/** Opens what the cache holds of the shop's answers. Its address is `?published=all`, that of a row `?published=<id>`. */
export function PublishedRows() {
  const [{ published }, change] = useAddress();
  const open = (what: string | undefined) => change({ published: what });
  return (
    <>
      <Button variant="default" leftSection={<DatabaseZap size={16} aria-hidden />} onClick={() => open(allRows)}>
        {t('Published rows')}
      </Button>
      <SideDrawer isWide isOpen={published !== undefined} title={t('Published rows')} onClose={() => open(undefined)}>
        {published === allRows && <PublishedRowTable opens={({ id }) => ({ published: id })} />}
        {published !== undefined && published !== allRows && <PublishedRow id={published} showAll={() => open(allRows)} />}
      </SideDrawer>
    </>
  );
}
