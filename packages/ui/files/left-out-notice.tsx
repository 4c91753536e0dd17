import { Alert, Anchor, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LeftOutRules } from '#contract/rows/left-out-rules.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

export function LeftOutNotice({ leftOut: { count, told } }: { readonly leftOut: LeftOutRules }) {
  const [, change] = useAddress();
  return (
    <LeftOutFrame count={count} toldCount={told.length}>
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
    </LeftOutFrame>
  );
}

interface LeftOutFrameProps {
  readonly count: number;
  readonly toldCount: number;
  readonly children: ReactNode;
}

export function LeftOutFrame({ count, toldCount, children }: LeftOutFrameProps) {
  if (count === 0) return null;
  return (
    <Alert
      color="gray"
      mb={12}
      icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}
      title={t('{count} rules are left out of searches', { count })}
    >
      <Text size="sm">{t('They could not be read; all others work. Save each of them again, or delete it.')}</Text>
      <List size="sm" mt={8}>
        {children}
        {count > toldCount && <List.Item>{t('and {count} more', { count: count - toldCount })}</List.Item>}
      </List>
    </Alert>
  );
}
