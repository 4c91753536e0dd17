import { Tabs } from '@mantine/core';
import classes from './code-block.module.css';
import { t, msg } from '#ui/text/i18n.ts';
import { CopyButton } from './copy-button.tsx';

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

const languages = [
  { key: 'curl', name: 'curl', copyLabel: msg('Copy') },
  { key: 'javascript', name: 'JavaScript', copyLabel: msg('Copy') },
  { key: 'php', name: 'PHP', copyLabel: msg('Copy') },
  { key: 'python', name: 'Python', copyLabel: msg('Copy') },
] as const;

type Examples = Readonly<Record<(typeof languages)[number]['key'], string>>;

export function CodeExamples({ examples }: { readonly examples: Examples }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb={12}>
        {languages.map(({ key, name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map(({ key, copyLabel }) => (
        <Tabs.Panel key={key} value={key}>
          <CodeBlock code={examples[key]} copyLabel={t(copyLabel)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

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
