import { Skeleton, Stack } from '@mantine/core';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { AfterWait } from '#ui/page/states.tsx';
import { RecordForm, type RecordFormProps } from './form.tsx';
import type { FormSchema } from './record-form.ts';

interface DrawerFormProps<S extends FormSchema> extends Omit<RecordFormProps<S>, 'onCancel'> {
  readonly onClose: () => void;
}

export function DrawerForm<S extends FormSchema>({ onClose, onSaved, ...form }: DrawerFormProps<S>) {
  const cancel = async () => {
    if (await mayLeave()) onClose();
  };
  const finish = () => {
    onSaved?.();
    onClose();
  };
  return <RecordForm {...form} onSaved={finish} onCancel={() => void cancel()} />;
}

export const FormSkeleton = () => (
  <AfterWait>
    <Stack gap={20} aria-hidden>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={72} />
    </Stack>
  </AfterWait>
);
