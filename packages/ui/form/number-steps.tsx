import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import classes from './number-steps.module.css';

interface NumberStepsProps {
  readonly move: (steps: number) => void;
  readonly isDisabled: boolean;
  /** Puts the caret into the field: what is followed once a field is left is followed after a click here, too. */
  readonly enter: () => void;
}

/** For the mouse; keys have the arrows. */
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
