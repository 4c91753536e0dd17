import { ItemCell, shownItemOf } from '#console-kit/item-cell.tsx';
import type { DocumentRow } from './documents.contract.ts';
import classes from './documents.module.css';

/** The item as people know it, with its id; a click opens it. */
export function DocumentName({ row: { id, fields }, open }: { readonly row: DocumentRow; readonly open: () => void }) {
  const { name, image } = shownItemOf({ ...fields, id });
  return (
    <button type="button" className={classes.name} onClick={open}>
      <ItemCell item={{ name, image, brand: id }} isCompact />
    </button>
  );
}
