import { ActionIcon, Tooltip, Tabs } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import classes from './code-block.module.css';
import { t, msg } from '#ui/text/i18n.ts';

/** Resolves to whether it was copied. The clipboard API needs https; other pages get the older way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!window.isSecureContext) return copyFromField(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

const copiedMs = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Tooltip label={isCopied ? t('Copied') : label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={isCopied ? t('Copied') : label}
        onClick={() => void copyText(text).then(setIsCopied)}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

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
  { key: 'curl', name: 'curl', copyLabel: msg('Copy command') },
  { key: 'javascript', name: 'JavaScript', copyLabel: msg('Copy script') },
  { key: 'php', name: 'PHP', copyLabel: msg('Copy script') },
  { key: 'python', name: 'Python', copyLabel: msg('Copy script') },
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
