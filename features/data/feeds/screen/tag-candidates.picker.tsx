import { Radio, Stack } from '@mantine/core';
import type * as z from 'zod/mini';
import { t } from '#ui/text/i18n.ts';
import type { TagCandidate } from '#features/data/feed-settings/feed.contract.ts';

interface TagCandidatesProps {
  readonly candidates: readonly z.output<typeof TagCandidate>[];
  readonly value: string;
  readonly onChange: (tagName: string) => void;
}

export function TagCandidates({ candidates, value, onChange }: TagCandidatesProps) {
  return (
    <Radio.Group value={value} onChange={onChange} label={t('Element of one item')}>
      <Stack gap={12} mt={8}>
        {candidates.map(({ tag_name: name, count, sample_fields: fields }) => (
          <Radio
            key={name}
            value={name}
            label={`${name} · ${t('found {count} times', { count })}`}
            description={fields.length > 0 && t('With {fields}', { fields: fields.join(', ') })}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
