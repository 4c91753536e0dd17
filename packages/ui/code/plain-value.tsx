import { CopyButton } from './copy-button.tsx';
import classes from './code-block.module.css';

interface PlainValueProps {
  readonly value: string;
  readonly copyLabel: string;
}

export const PlainValue = ({ value, copyLabel }: PlainValueProps) => (
  <div className={classes.row}>
    <code className={classes.value}>{value}</code>
    <CopyButton text={value} label={copyLabel} />
  </div>
);
