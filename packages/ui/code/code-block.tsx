import { CopyButton } from './copy-button.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  readonly code: string;
  /** What the copy button says: `Copy command`. */
  readonly copyLabel: string;
}

/** Code to read and to copy. The only thing on a page that may scroll sideways. */
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
