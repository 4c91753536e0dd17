import { Button, Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Permission } from '#contract/permission.ts';
import { type LinkTarget, linkTo } from '#ui/state/address.ts';
import { useRefusal } from '#ui/text/refusal.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';

interface AllowedButtonProps {
  readonly needs: Permission;
  readonly to: LinkTarget;
  readonly icon?: LucideIcon;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** Off without the right, with the reason and whom to ask. */
export function AllowedButton({ needs, to, icon: Icon, isPrimary = false, children }: AllowedButtonProps) {
  const refusal = useRefusal(needs);
  const look = { variant: isPrimary ? 'filled' : 'default', leftSection: Icon && <Icon size={16} aria-hidden /> };
  if (refusal === undefined)
    return (
      <Button component={Link} {...to} {...look}>
        {children}
      </Button>
    );
  return (
    <Button {...look} aria-disabled data-disabled title={refusal}>
      {children}
    </Button>
  );
}

interface AddButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly isQuiet?: boolean;
}

export function AddButton({ label, onClick, isQuiet = false }: AddButtonProps) {
  const block = useSavingBlock();
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onClick}
      disabled={block !== undefined}
      title={block}
      {...(isQuiet && { variant: 'default', size: 'xs' })}
    >
      {label}
    </Button>
  );
}

interface AllowedLinkProps {
  readonly needs: Permission;
  readonly to: ReturnType<typeof linkTo>;
  readonly size?: 'xs' | 'sm';
  readonly children: ReactNode;
}

/** Without the right it is a text with the reason and whom to ask. */
export function AllowedLink({ needs, to, size = 'sm', children }: AllowedLinkProps) {
  const refusal = useRefusal(needs);
  const reasonId = useId();
  if (refusal === undefined)
    return (
      <Anchor component={Link} {...to} size={size}>
        {children}
      </Anchor>
    );
  return (
    <>
      <Text span size={size} c="dimmed" role="link" aria-disabled tabIndex={0} title={refusal} aria-describedby={reasonId}>
        {children}
      </Text>
      <VisuallyHidden id={reasonId}>{refusal}</VisuallyHidden>
    </>
  );
}
