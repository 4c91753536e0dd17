import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CodeBlock } from '#console-kit/code/code-block.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { ItemCell, shownItemOf } from '#console-kit/item/item-cell.tsx';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Tabs } from '#console-kit/page/tabs.tsx';
import { query } from '#console-kit/calls/queries.ts';
import { BroughtRecordView } from './brought-record.tsx';
import { type DocumentDetail, readDocument } from '#features/developer/documents/documents.contract.ts';
import { IndexedFields } from './indexed-fields.tsx';
import { NewestChangeView } from './newest-change.tsx';

export function DocumentDetails({ collectionId, itemId }: { readonly collectionId: number; readonly itemId: string }) {
  return (
    <Loaded query={query(readDocument, { id: collectionId, item_id: itemId })} skeleton={<Skeleton height={320} aria-hidden />}>
      {(detail) => <Details detail={detail} />}
    </Loaded>
  );
}

function Details({ detail }: { readonly detail: DocumentDetail }) {
  const { id, fields, indexed, unindexed, change } = detail;
  return (
    <Stack gap={24}>
      <ItemCell item={shownItemOf({ ...fields, id })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32}>
        <section>
          <Title order={3} size="sm">
            {t('Source')}
          </Title>
          <Brought detail={detail} />
        </section>
        <section>
          <Title order={3} size="sm">
            {t('In the index')}
          </Title>
          <Text size="xs" c="dimmed" mb={4}>
            {t('The fields that searches look into, those that count most first, and the words they are found by.')}
          </Text>
          <IndexedFields fields={indexed} unindexed={unindexed} />
        </section>
      </SimpleGrid>
      {change && <NewestChangeView change={change} />}
    </Stack>
  );
}

/** What the feed has, and a tab away what is stored of it; for other items, what is stored. */
function Brought({ detail: { id, fields, record } }: { readonly detail: DocumentDetail }) {
  const stored = <CodeBlock code={JSON.stringify({ id, ...fields }, null, 2)} copyLabel={t('Copy document')} />;
  if (record === null)
    return (
      <>
        <Text size="xs" c="dimmed" mb={12}>
          {t('What the feed or the item API sent, by the names of the fields.')}
        </Text>
        {stored}
      </>
    );
  return (
    <Tabs
      tabs={[
        { name: 'record', title: t('In the feed'), content: <BroughtRecordView record={record} /> },
        { name: 'stored', title: t('Stored'), content: stored },
      ]}
    />
  );
}
