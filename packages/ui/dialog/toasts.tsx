import { CloseButton, Group, Paper, Portal, Stack, Text, UnstyledButton } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './toasts.module.css';
import { type Toast, toasts } from '#ui/calls/toast.ts';
import { useStore } from '#ui/state/store.ts';

const dismiss = (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id));

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <Portal>
      <Stack gap={8} className={classes.stack} role="status" aria-live="polite">
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </Stack>
    </Portal>
  );
}

/** Stays while pointed at or focused. */
function ToastCard({ toast: { id, text, kind, durationMs, actions } }: { readonly toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isHeld]);
  return (
    <Paper
      className={classes.card}
      data-kind={kind}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Group gap={12} wrap="nowrap">
        {kind === 'success' ? <CircleCheck size={18} aria-hidden /> : <TriangleAlert size={18} aria-hidden />}
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
        {actions.map(({ label, run }) => (
          <UnstyledButton
            key={label}
            className={classes.action}
            onClick={() => {
              dismiss(id);
              run();
            }}
          >
            {label}
          </UnstyledButton>
        ))}
        <CloseButton size="sm" aria-label={t('Close')} onClick={() => dismiss(id)} />
      </Group>
    </Paper>
  );
}
