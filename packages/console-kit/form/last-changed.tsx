import { Text } from '@mantine/core';
import { useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';

/** Who changed a record last, and when. */
export function LastChanged({ item }: { readonly item: unknown }) {
  const t = useText();
  const { updated_at: at, updated_by: person } = item as { readonly updated_at: number; readonly updated_by: string | null };
  return (
    <Text size="xs" c="dimmed">
      {person === null ? t('Changed') : t('Changed by {person}', { person })} <Moment at={at} />
    </Text>
  );
}
