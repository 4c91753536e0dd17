import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Permission } from '#contract/permission.ts';
import { linkTo } from '#ui/state/address.ts';
import { useRefusal } from '#ui/text/refusal.ts';

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
