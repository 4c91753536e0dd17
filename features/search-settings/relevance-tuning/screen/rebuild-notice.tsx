import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { useRefusal } from '#ui/text/refusal.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { isUnderWay, RecreateProgress, useRecreate } from '#features/data/collections/screen/recreate.panel.tsx';
import { fieldsToRebuild } from './field-warnings.tsx';
import type { RelevanceEditor } from './use-relevance-editor.tsx';

export function RebuildNotice({ editor, collectionId }: { readonly editor: RelevanceEditor; readonly collectionId: number }) {
  const recreate = useRecreate();
  const refusal = useRefusal('data');
  const collection = useQuery(query(listCollections, {})).data?.find(({ id }) => id === collectionId);
  const { added, otherForms } = fieldsToRebuild(editor.fields);
  const recreation = collection?.recreation ?? null;
  if (recreation !== null && isUnderWay(recreation)) return <RecreateProgress recreation={recreation} />;
  if (added.length + otherForms.length === 0) return null;
  const seconds = collection?.recreate_seconds ?? null;
  return (
    <Alert color="gray" icon={<Hammer size={18} aria-hidden color="var(--aisle-waiting)" />} mb={16}>
      <Stack gap={4} align="flex-start">
        {added.length > 0 && (
          <Text size="sm">{t('{count} fields are searched after the next rebuild.', { count: added.length })}</Text>
        )}
        {otherForms.length > 0 && (
          <Text size="sm">{t('Word forms of {count} fields change with the next rebuild.', { count: otherForms.length })}</Text>
        )}
        {!editor.isDirty && collection && (
          <Text size="sm">
            <Anchor
              component="button"
              type="button"
              size="sm"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => void recreate(collection)}
            >
              {t('Rebuild now')}
            </Anchor>
            {seconds !== null && ` ${t('(about {duration})', { duration: formats.duration(seconds) })}`}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
