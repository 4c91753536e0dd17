import { Select } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { predefinedWords } from './collections.released.tsx';
import { predefinedIds } from '#features/data/collections/collections.contract.ts';

interface PredefinedPickerProps {
  readonly field: object;
}

export function PredefinedPicker({ field }: PredefinedPickerProps) {
  return (
    <Select
      {...field}
      data={predefinedIds.map((id) => ({ value: id, label: t(predefinedWords[id].name) }))}
      description={t('What the shop sells first. More collections can follow.')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
    />
  );
}
