import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';

interface AddButtonProps {
  /** A verb with its object: `Add synonym`. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The primary action of a list. */
export const AddButton = ({ label, onClick }: AddButtonProps) => (
  <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
    {label}
  </Button>
);
