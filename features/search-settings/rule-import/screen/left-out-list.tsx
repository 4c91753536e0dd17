import { Group, List, Stack, Text, Title } from '@mantine/core';
import { CircleX, TriangleAlert } from 'lucide-react';
import { t, type Translate } from '#ui/text/i18n.ts';
import classes from './rule-import.module.css';
import type { LeftOut } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { reasonText } from './rule-import-words.tsx';

const looks = {
  whole: { icon: CircleX, color: 'var(--aisle-error)' },
  part: { icon: TriangleAlert, color: 'var(--aisle-waiting)' },
} as const;

interface LeftOutListProps {
  readonly title: string;
  readonly of: keyof typeof looks;
  readonly groups: readonly LeftOut[];
}

export function LeftOutList({ title, of, groups }: LeftOutListProps) {
  const { icon: Icon, color } = looks[of];
  if (groups.length === 0) return null;
  return (
    <Stack gap={8}>
      <Group gap={8} wrap="nowrap">
        <Icon size={16} color={color} aria-hidden />
        <Title order={3}>{title}</Title>
      </Group>
      {groups.map((group) => (
        <div key={`${group.code} ${group.kind} ${group.field} ${group.message}`} className={classes.reason}>
          <Text size="sm" fw={500}>
            {reasonText(t, group)}
          </Text>
          <List size="sm" className={classes.places}>
            {group.places.map((place, at) => (
              // Places of a reason never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <List.Item key={at}>{placeText(t, place)}</List.Item>
            ))}
          </List>
          {group.count > group.places.length && (
            <Text size="sm" c="dimmed">
              {t('and {count} more', { count: group.count - group.places.length })}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

function placeText(t: Translate, { file, line, entry, what }: LeftOut['places'][number]): string {
  const within = line !== null ? t('Line {line}', { line: String(line) }) : t('Entry {entry}', { entry: entry ?? '–' });
  const place = file === null ? within : `${file}, ${within}`;
  return what === '' ? place : `${place}: ${what}`;
}
