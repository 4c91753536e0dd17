// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- On a phone rows are laid out as cards, which takes the roles of a table from its elements.
import { t } from '#ui/text/i18n.ts';
import type { Selection } from './selection.ts';
import classes from './table.module.css';

interface SelectRowProps {
  readonly selection: Selection;
  readonly id: number;
  readonly name: string;
}

/** Plain, as a list has many. Shift selects a range. */
export function SelectRow({ selection: { ids, choose }, id, name }: SelectRowProps) {
  return (
    <td role="cell" className={classes.select}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('Select “{name}”', { name })}
          checked={ids.has(id)}
          onChange={(event) => choose(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}

export function SelectShown({ selection: { ids, areAllShown, chooseShown } }: Pick<SelectRowProps, 'selection'>) {
  const isPartly = !areAllShown && ids.size > 0;
  return (
    <th role="columnheader" className={classes.select}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('Select all rows of this page')}
          checked={areAllShown}
          ref={(box) => {
            if (box) box.indeterminate = isPartly;
          }}
          onChange={chooseShown}
        />
      </label>
    </th>
  );
}
