import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Address, AddressChanges } from '#console-kit/state/address.ts';
import classes from './table.module.css';

interface RowNameProps {
  /** What the address gets when the row is opened. */
  readonly opens: AddressChanges;
  readonly children: ReactNode;
}

/** The name of a row: the link by which the keyboard opens it. For the mouse it reaches over the whole row. */
export const RowName = ({ opens, children }: RowNameProps) => (
  <Link
    to="."
    search={((previous: Address) => ({ ...previous, ...asText(opens) })) as never}
    resetScroll={false}
    activeOptions={{ includeSearch: true }}
    preload={false}
    className={classes.open}
    data-row-name
  >
    {children}
  </Link>
);

const asText = (opens: AddressChanges): Address =>
  Object.fromEntries(Object.entries(opens).map(([name, value]) => [name, String(value)]));
