import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { t, type Translate } from '#ui/text/i18n.ts';

interface Removal {
  readonly withItems: boolean;
}

/** null when cancelled. */
export async function askRemoval(t: Translate, name: string, count: number): Promise<Removal | null> {
  let withItems = false;
  const isSure = await confirm({
    title: t('Delete feed?'),
    text: <Choice name={name} count={count} onChange={(chosen) => (withItems = chosen)} />,
    confirmLabel: t('Delete feed'),
    isDanger: true,
    ...(count > 0 && { typed: name }),
  });
  return isSure ? { withItems } : null;
}

interface ChoiceProps {
  readonly name: string;
  readonly count: number;
  readonly onChange: (withItems: boolean) => void;
}

function Choice({ name, count, onChange }: ChoiceProps) {
  const [value, setValue] = useState('stay');
  if (count === 0) return t('“{name}” will be deleted. It has no items in your search.', { name });
  const choose = (chosen: string) => {
    setValue(chosen);
    onChange(chosen === 'go');
  };
  return (
    <Stack gap={16} component="span">
      <Text size="sm" component="span">
        {t('“{name}” will be deleted. What should become of its {count} items?', { name, count })}
      </Text>
      <Radio.Group value={value} onChange={choose} aria-label={t('Items of the feed')}>
        <Stack gap={8}>
          <Radio value="stay" label={t('They stay searchable, but nothing keeps them up to date.')} />
          <Radio value="go" label={t('They are removed from your search.')} />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
