import { Button, Popover, SimpleGrid } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { MomentInput } from '#ui/form/moment-input.tsx';
import { useValidityText } from '#ui/crud/validity-part.tsx';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

export function EditorValidity({
  editor: { draft, change },
  error,
}: {
  readonly editor: CurationEditor;
  readonly error: string | undefined;
}) {
  const says = useValidityText();
  const timeZone = useProjectTimeZone();
  const { valid_from: from, valid_to: to } = draft;
  const isReversed = from !== null && to !== null && to <= from;
  const wrong = isReversed ? t('The end is before the start. Choose a later end.') : error;
  const shared = { timeZone, hint: t('Time zone {zone}', { zone: timeZone }) };
  return (
    <Popover position="bottom-end" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color={wrong === undefined ? 'gray' : 'red'}
          size="compact-sm"
          rightSection={<Pencil size={14} aria-hidden />}
        >
          {t('Validity')}: {says({ valid_from: from, valid_to: to })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <MomentInput
            {...shared}
            field={{ label: t('From') }}
            value={from}
            change={(moment) => change({ valid_from: moment })}
          />
          <MomentInput
            {...shared}
            field={{ label: t('To'), error: wrong }}
            value={to}
            change={(moment) => change({ valid_to: moment })}
          />
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}
