import { List, Stack, Text } from '@mantine/core';
import { kindOf, rowName, type ReleasedKind } from '#ui/releases/released-kind.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { CollectionName } from './change-mark.tsx';
import { ReleaseChanges } from './release-changes.tsx';
import { countOfAll } from './release-words.tsx';
import type { RestorePreview, Staying } from '#features/search-settings/releases/releases.contract.ts';
import classes from './releases.module.css';

const reasons = {
  collectionGone: msg('Its collection no longer exists.'),
  taken: msg('Another rule has taken its place.'),
  unreadable: msg('It is too old to be read.'),
  fixed: msg('Releases do not take this back.'),
} as const satisfies Record<Staying['reason'], string>;

interface RestoreQuestionProps {
  readonly kinds: readonly ReleasedKind[];
  readonly preview: RestorePreview;
}

export function RestoreQuestion({ kinds, preview: { counts, changes, staying, lost_count: lost } }: RestoreQuestionProps) {
  return (
    <Stack gap={12}>
      <Text size="sm">
        {t('{count} later changes are undone. They stay here and can be restored, too.', { count: countOfAll(counts) })}
      </Text>
      {lost > 0 && (
        <Text size="sm" c="var(--aisle-waiting)">
          {t('{count} changes that wait to go live are replaced.', { count: lost })}
        </Text>
      )}
      <div className={classes.asked}>
        <ReleaseChanges kinds={kinds} counts={counts} changes={changes} />
      </div>
      <StayingRows kinds={kinds} staying={staying} />
    </Stack>
  );
}

/** Rows that can't be restored, with the reason. */
export function StayingRows({
  kinds,
  staying,
}: {
  readonly kinds: readonly ReleasedKind[];
  readonly staying: readonly Staying[];
}) {
  if (staying.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('{count} stay as they are', { count: staying.length })}
      </Text>
      <List size="sm" className={classes.asked ?? ''}>
        {staying.map((row) => (
          <List.Item key={`${row.source} ${row.id}`}>
            {rowName(t, kindOf(kinds, row.source), row)} <CollectionName id={row.collection_id} />
            {' – '}
            {t(reasons[row.reason])}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
