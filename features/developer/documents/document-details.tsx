import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CodeBlock } from '#console-kit/code-block.tsx';
import { useText } from '#console-kit/i18n.ts';
import { ItemCell, shownItemOf } from '#console-kit/item-cell.tsx';
import { Loaded } from '#console-kit/loaded.tsx';
import { query } from '#console-kit/queries.ts';
import { type DocumentDetail, readDocument } from './documents.contract.ts';
import { IndexedFields } from './indexed-fields.tsx';
import { NewestChangeView } from './newest-change.tsx';

/** One item: what was brought beside what was indexed. */
export function DocumentDetails({ collectionId, itemId }: { readonly collectionId: number; readonly itemId: string }) {
  return (
    <Loaded query={query(readDocument, { id: collectionId, item_id: itemId })} skeleton={<Skeleton height={320} aria-hidden />}>
      {(detail) => <Details detail={detail} />}
    </Loaded>
  );
}

function Details({ detail: { id, fields, indexed, unindexed, change } }: { readonly detail: DocumentDetail }) {
  const t = useText();
  return (
    <Stack gap={24}>
      <ItemCell item={shownItemOf({ ...fields, id })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32}>
        <section>
          <Title order={3} size="sm">
            {t('As it was brought')}
          </Title>
          <Text size="xs" c="dimmed" mb={12}>
            {t('What the feed or the item API sent, by the names of the fields.')}
          </Text>
          <CodeBlock code={JSON.stringify({ id, ...fields }, null, 2)} copyLabel={t('Copy document')} />
        </section>
        <section>
          <Title order={3} size="sm">
            {t('As it is indexed')}
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
