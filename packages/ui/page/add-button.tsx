import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useSavingBlock } from '#ui/calls/saving.ts';

interface AddButtonProps {
  /** A verb with its object: `Add synonym`. */
  readonly label: string;
  readonly onClick: () => void;
  /** In a part of a page, whose primary action is another one. */
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
