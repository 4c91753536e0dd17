import { Alert, Anchor, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { LeftOutRules } from '#contract/left-out-rules.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** Rules of the list that searches do without, each with why, and as a way to it. */
export function LeftOutNotice({ leftOut: { count, told } }: { readonly leftOut: LeftOutRules }) {
  const t = useText();
  const [, change] = useAddress();
  if (count === 0) return null;
  return (
    <Alert
      color="gray"
      mb={12}
      icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}
      title={t('{count} rules are left out of searches', { count })}
    >
      <Text size="sm">{t('Nothing could be made of them; all others act. Save each of them anew, or delete it.')}</Text>
      <List size="sm" mt={8}>
        {told.map(({ id, name, reason }) => (
          <List.Item key={id}>
            {id === null ? (
              t('All of this kind')
            ) : (
              <Anchor component="button" type="button" onClick={() => change({ edit: id })}>
                {name ?? t('Row {id}', { id })}
              </Anchor>
            )}
            {' – '}
            {reason}
          </List.Item>
        ))}
        {count > told.length && <List.Item>{t('and {count} more', { count: count - told.length })}</List.Item>}
      </List>
    </Alert>
  );
}
