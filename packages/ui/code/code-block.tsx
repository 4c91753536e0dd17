import { CopyButton } from './copy-button.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  readonly code: string;
  readonly copyLabel: string;
}

export const CodeBlock = ({ code, copyLabel }: CodeBlockProps) => (
  <div className={classes.block}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by keyboard. */}
    <pre className={classes.code} tabIndex={0}>
      <code>{code}</code>
    </pre>
    <div className={classes.copy}>
      <CopyButton text={code} label={copyLabel} />
    </div>
  </div>
);
