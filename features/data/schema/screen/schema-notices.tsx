import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Clock, Info } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { isUnderWay, RecreateProgress, useRecreate } from '#features/data/collections/screen/recreate.panel.tsx';
import { maximumIndexedFields, type CollectionDetail } from '#features/data/collections/collections.contract.ts';

export function SchemaNotices({ collection }: { readonly collection: CollectionDetail }) {
  const { recreation, waiting_changes: count, field_count: fieldCount } = collection;
  return (
    <Stack gap={12} mb={12}>
      {isUnderWay(recreation) ? <Building collection={collection} /> : count > 0 && <Waiting collection={collection} />}
      {fieldCount > maximumIndexedFields && <NotAllIndexed collection={collection} />}
    </Stack>
  );
}

function Building({ collection: { recreation } }: { readonly collection: CollectionDetail }) {
  return (
    <Alert color="gray" icon={<Clock size={18} aria-hidden />} title={t('The collection is being rebuilt')}>
      {recreation && <RecreateProgress recreation={recreation} />}
      <Text size="sm" mt={8}>
        {t("You can leave this page. You'll be notified. Searches use the live items until then.")}
      </Text>
    </Alert>
  );
}

function Waiting({ collection }: { readonly collection: CollectionDetail }) {
  const recreate = useRecreate();
  const { waiting_changes: count, recreate_seconds: seconds } = collection;
  return (
    <Alert
      color="gray"
      icon={<Clock size={18} aria-hidden color="var(--aisle-waiting)" />}
      title={t('{count} changes wait for recreate', { count })}
    >
      <Group justify="space-between" gap={12}>
        <Text size="sm">
          {seconds === null
            ? t('Searches see them once the collection is rebuilt from its items.')
            : t('Searches see them once the collection is rebuilt from its items, which takes about {duration}.', {
                duration: formats.duration(seconds),
              })}
        </Text>
        <Button onClick={() => void recreate(collection)}>{t('Recreate collection')}</Button>
      </Group>
    </Alert>
  );
}

function NotAllIndexed({ collection }: { readonly collection: CollectionDetail }) {
  const [, change] = useAddress();
  const { field_count: total, indexed_count: indexed } = collection;
  return (
    <Alert
      color="gray"
      icon={<Info size={18} aria-hidden />}
      title={t('{indexed} of {total} fields are indexed', { indexed, total })}
    >
      <Text size="sm">
        {t(
          'At most {max} can be. The others go along with their items as custom data; edit one of them to index it instead of another.',
          {
            max: maximumIndexedFields,
          },
        )}{' '}
        <Anchor component="button" type="button" onClick={() => change({ kind: 'custom', page: undefined })}>
          {t('Show custom data')}
        </Anchor>
      </Text>
    </Alert>
  );
}
