import type { ReactNode } from 'react';
import { useCollection } from '#ui/collection/collection.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { boostManagerPath } from './boost-manager.released.tsx';

interface BoostLinkProps {
  /** null for one that has no row. */
  readonly id: number | null;
  readonly children: ReactNode;
}

export function BoostLink({ id, children }: BoostLinkProps) {
  const collection = useCollection();
  if (id === null) return children;
  return (
    <AllowedLink needs="search" to={linkTo(boostManagerPath, { edit: id, c: collection?.id })}>
      {children}
    </AllowedLink>
  );
}
