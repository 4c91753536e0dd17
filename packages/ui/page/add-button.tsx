import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useSavingBlock } from '#ui/calls/saving.ts';

interface AddButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly isQuiet?: boolean;
}

export function AddButton({ label, onClick, isQuiet = false }: AddButtonProps) {
  const block = useSavingBlock();
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onClick}
      disabled={block !== undefined}
      title={block}
      {...(isQuiet && { variant: 'default', size: 'xs' })}
    >
      {label}
    </Button>
  );
}
