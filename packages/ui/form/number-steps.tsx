import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import classes from './number-steps.module.css';

interface NumberStepsProps {
  readonly move: (steps: number) => void;
  readonly isDisabled: boolean;
  /** Focuses the input, so that a click here counts as leaving it later. */
  readonly enter: () => void;
}

export function NumberSteps({ move, isDisabled, enter }: NumberStepsProps) {
  const button = { className: classes.step ?? '', tabIndex: -1, disabled: isDisabled };
  return (
    <span
      className={classes.steps}
      aria-hidden
      onMouseDown={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <UnstyledButton {...button} onClick={() => move(1)}>
        <ChevronUp size={12} />
      </UnstyledButton>
      <UnstyledButton {...button} onClick={() => move(-1)}>
        <ChevronDown size={12} />
      </UnstyledButton>
    </span>
  );
}
