import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Address, linkHere, type LinkTarget } from '#ui/state/address.ts';
import classes from './table.module.css';

interface RowNameProps {
  readonly opens: Address | LinkTarget;
  readonly children: ReactNode;
}

/** The link by which keys open a row. It covers the whole row for the mouse. */
export const RowName = ({ opens, children }: RowNameProps) => (
  <Link
    {...(isPage(opens) ? opens : linkHere(opens))}
    resetScroll={false}
    activeOptions={{ includeSearch: true }}
    preload={false}
    className={classes.open}
    data-row-name
  >
    {children}
  </Link>
);

const isPage = (opens: Address | LinkTarget): opens is LinkTarget => typeof opens.to === 'string';
