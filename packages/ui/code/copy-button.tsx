import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { copyText } from './copy-text.ts';

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
