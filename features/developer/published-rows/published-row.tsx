import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { CodeBlock } from '#console-kit/code/code-block.tsx';
import { Empty, LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { readPublishedRow } from './published-rows.contract.ts';

interface PublishedRowProps {
  readonly id: string;
  readonly showAll: () => void;
}

/** The JSON of one row. It may be over by the time that somebody looks. */
export function PublishedRow({ id, showAll }: PublishedRowProps) {
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
