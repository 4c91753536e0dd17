// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- On a phone rows are laid out as cards, which takes the roles of a table from its elements.
import { UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { List } from './list.ts';
import type { Column } from './table.tsx';
import classes from './table.module.css';

interface SortableHeadProps<Row> {
  readonly column: Column<Row>;
  readonly list: Pick<List<Row>, 'sort' | 'order' | 'setSort'>;
}

export function SortableHead<Row>({ column, list }: SortableHeadProps<Row>) {
  const { name, title, isSortable = false, isNumber = false, isRoomyOnly = false, width } = column;
  const isSorted = isSortable && list.sort === name;
  const Arrow = list.order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th
      role="columnheader"
      className={classes.headCell}
      data-number={isNumber}
      data-roomy={isRoomyOnly}
      style={{ width }}
      {...(isSorted && { 'aria-sort': list.order === 'desc' ? 'descending' : 'ascending' })}
    >
      {isSortable ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => list.setSort(name, isSorted && list.order === 'asc' ? 'desc' : 'asc')}
        >
          <HeadTitle title={title} />
          {isSorted && <Arrow size={12} aria-hidden />}
        </UnstyledButton>
      ) : (
        <HeadTitle title={title} />
      )}
    </th>
  );
}

const HeadTitle = ({ title }: { readonly title: string }) => (
  <span className={classes.title} title={title}>
    {title}
  </span>
);
