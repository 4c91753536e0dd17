import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Address, AddressChanges, LinkTarget } from '#ui/state/address.ts';
import classes from './table.module.css';

interface RowNameProps {
  /** What the address gets when the row is opened, or the page that it opens. */
  readonly opens: AddressChanges | LinkTarget;
  readonly children: ReactNode;
}

/** The name of a row: the link by which the keyboard opens it. For the mouse it reaches over the whole row. */
export const RowName = ({ opens, children }: RowNameProps) => (
  <Link
    {...(isPage(opens) ? opens : { to: '.', search: ((last: Address) => ({ ...last, ...asText(opens) })) as never })}
    resetScroll={false}
    activeOptions={{ includeSearch: true }}
    preload={false}
    className={classes.open}
    data-row-name
  >
    {children}
  </Link>
);

const isPage = (opens: AddressChanges | LinkTarget): opens is LinkTarget => typeof opens.to === 'string';

const asText = (opens: AddressChanges): Address =>
  Object.fromEntries(Object.entries(opens).map(([name, value]) => [name, String(value)]));
