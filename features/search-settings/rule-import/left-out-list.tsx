import { Alert, List, Stack, Text } from '@mantine/core';
import { useText } from '#console-kit/text/i18n.ts';
import classes from './rule-import.module.css';
import type { LeftOut } from './rule-import.contract.ts';
import { reasonText } from './rule-import-words.tsx';

interface LeftOutListProps {
  readonly title: string;
  readonly color: 'red' | 'yellow';
  readonly groups: readonly LeftOut[];
}

/** What is not imported, by reason, with the places where it stands. */
export function LeftOutList({ title, color, groups }: LeftOutListProps) {
  const t = useText();
  if (groups.length === 0) return null;
  return (
    <Alert color={color} title={title}>
      <Stack gap={12}>
        {groups.map((group) => (
          <div key={`${group.code} ${group.kind} ${group.field} ${group.message}`}>
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
    </Alert>
  );
}

function placeText(t: ReturnType<typeof useText>, { line, entry, what }: LeftOut['places'][number]): string {
  const place = line !== null ? t('Line {line}', { line: String(line) }) : t('Entry {entry}', { entry: entry ?? '–' });
  return what === '' ? place : `${place}: ${what}`;
}
