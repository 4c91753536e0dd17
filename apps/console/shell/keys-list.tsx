import { Group, Kbd, Stack, Text } from '@mantine/core';
import { msg, t } from '#ui/text/i18n.ts';

const keys = [
  { keys: ['Ctrl', 'K'], does: msg('Quick search') },
  { keys: ['/'], does: msg('Search the list, or quick search') },
  { keys: ['n'], does: msg('Add') },
  { keys: ['↑', '↓'], does: msg('Another row') },
  { keys: ['Enter'], does: msg('Open the row') },
  { keys: ['e'], does: msg('Edit the row') },
  { keys: ['Space'], does: msg('Select the row; with Shift, a range') },
  { keys: ['Delete'], does: msg('Delete the row') },
  { keys: ['?'], does: msg('These keys') },
] as const;

export default function KeysList() {
  return (
    <Stack gap={8}>
      {keys.map(({ keys: pressed, does }) => (
        <Group key={does} justify="space-between" wrap="nowrap" gap={16}>
          <Text size="sm">{t(does)}</Text>
          <Group gap={4} wrap="nowrap">
            {pressed.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
