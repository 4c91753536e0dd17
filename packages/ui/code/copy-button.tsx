import { ActionIcon } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#ui/text/i18n.ts';

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
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={isCopied ? t('Copied') : label}
      title={isCopied ? t('Copied') : label}
      onClick={() => void copyText(text).then(setIsCopied)}
    >
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </ActionIcon>
  );
}
