import { Button, Stack } from '@mantine/core';
import { ArrowLeft, DatabaseZap, FileX } from 'lucide-react';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { PublishedRowTable } from './published-row-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { Empty, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { readPublishedRow } from '#features/developer/published-rows/published-rows.contract.ts';

interface PublishedRowProps {
  readonly id: string;
  readonly showAll: () => void;
}

/** The JSON of one row. It may be over by the time that somebody looks. */
function PublishedRow({ id, showAll }: PublishedRowProps) {
  const { data: row, error, refetch } = useQuery(query(readPublishedRow, { id }));
  return (
    <Stack align="stretch" gap={12}>
      <Button
        variant="default"
        size="xs"
        leftSection={<ArrowLeft size={14} aria-hidden />}
        onClick={showAll}
        style={{ alignSelf: 'start' }}
      >
        {t('All published rows')}
      </Button>
      {row && <CodeBlock code={indented(row.json)} copyLabel={t('Copy JSON')} />}
      {!row && !error && <RowSkeletons />}
      {!row && error && (error.code === 'notFound' ? <Gone /> : <LoadError error={error} retry={() => void refetch()} />)}
    </Stack>
  );
}

function Gone() {
  return (
    <Empty
      icon={FileX}
      title={t('It no longer exists.')}
      text={t('Answers end with their time and their grace, with another answer to the same call, or when the cache is purged.')}
    />
  );
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

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
