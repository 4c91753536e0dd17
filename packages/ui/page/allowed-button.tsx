import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '#contract/permission.ts';
import type { LinkTarget } from '#ui/state/address.ts';
import { useRefusal } from '#ui/text/refusal.ts';

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
