import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { errors, isErrorCode } from '#contract/errors.ts';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { ReleaseChanges } from '#features/search-settings/releases/screen/release-changes.panel.tsx';
import { checkItemsInFile, endpointsInFile, feedsInFile, projectInFile } from './file-kinds.tsx';
import type { ProjectImport } from '#features/owner/project-file/project-file.contract.ts';

interface ForeseenChangesProps {
  readonly seen: ProjectImport;
  readonly kinds: readonly ReleasedKind[];
  readonly isBusy: boolean;
  readonly apply: () => void;
}

export function ForeseenChanges({ seen, kinds, isBusy, apply }: ForeseenChangesProps) {
  const block = useSavingBlock();
  const { counts, changes, kept, left_out: leftOut } = seen;
  const isSame = Object.keys(counts).length === 0;
  const added = [...new Set(changes.flatMap((one) => (one.collection_id === null ? (one.collection ?? []) : [])))];
  const known = [
    ...kinds.filter(({ source }) => source !== projectInFile.source),
    checkItemsInFile,
    feedsInFile,
    endpointsInFile,
    projectInFile,
  ];
  return (
    <Stack gap={16}>
      {leftOut.length > 0 && (
        <Alert
          color="gray"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={t('{count} feeds can not be taken over', { count: leftOut.length })}
        >
          <List size="sm" spacing={4}>
            {leftOut.map(({ collection, name, code, message }) => (
              <List.Item key={`${collection} ${name}`}>
                {name}: {isErrorCode(code) ? t(errors[code].text) : message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {added.length > 0 && <Text size="sm">{t('New collections: {names}', { names: added.join(', ') })}</Text>}
      {kept.map(({ source, collection, names }) => (
        <Text key={`${source} ${collection}`} size="sm" c="dimmed">
          {keptText(t, source, collection ?? '', names)}
        </Text>
      ))}
      {isSame ? (
        <Text size="sm" role="status">
          {t('The project is as the file says.')}
        </Text>
      ) : (
        <div>
          <ReleaseChanges kinds={known} counts={counts} changes={changes} />
        </div>
      )}
      <Group justify="flex-end">
        <Button disabled={isSame || block !== undefined} title={block} loading={isBusy} onClick={apply}>
          {isSame ? t('Nothing to apply') : t('Apply')}
        </Button>
      </Group>
    </Stack>
  );
}

const toldNames = 10;

function keptText(t: Translate, source: string, collection: string, all: readonly string[]): string {
  const names = all.length > toldNames ? `${all.slice(0, toldNames).join(', ')}…` : all.join(', ');
  if (source === 'collections') return t('Collections that are not in the file stay as they are: {names}', { names });
  return source === 'feeds'
    ? t('Feeds of {collection} that are not in the file stay as they are: {names}', { collection, names })
    : t('Fields of {collection} that are not in the file stay as they are: {names}', { collection, names });
}
