import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import classes from './documents.module.css';
import type { DocumentRow } from '#features/developer/documents/documents.contract.ts';

export function DocumentName({ row: { id, fields } }: { readonly row: DocumentRow }) {
  const { name, image } = shownItemOf({ ...fields, id });
  return (
    <span className={classes.name}>
      <ItemCell item={{ name, image, brand: id }} isCompact />
    </span>
  );
}
