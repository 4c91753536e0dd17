import { ItemCell, shownItemOf } from '#console-kit/item-cell.tsx';
import { ItemButton } from '#console-kit/item-button.tsx';
import type { DocumentRow } from './documents.contract.ts';

/** The item as people know it, with its id; a click opens it. */
export function DocumentName({ row: { id, fields }, open }: { readonly row: DocumentRow; readonly open: () => void }) {
  const { name, image } = shownItemOf({ ...fields, id });
  return (
    <ItemButton open={open} isRoomy>
      <ItemCell item={{ name, image, brand: id }} isCompact />
    </ItemButton>
  );
}
