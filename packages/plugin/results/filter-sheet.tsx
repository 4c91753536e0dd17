import { CrossIcon } from '#plugin/icons.tsx';
import { useModal } from '#plugin/modal.ts';
import { Facets, type FacetsProps } from './facets.tsx';

interface FilterSheetProps extends FacetsProps {
  /** Found with these filters. */
  readonly count: number;
  readonly onClose: () => void;
}

/** The filters where there is no room for them beside the items. Each is tried at once; the button says what is left. */
export function FilterSheet({ count, onClose, ...facets }: FilterSheetProps) {
  const { words } = facets.shop;
  const dialog = useModal(onClose, true);
  return (
    <dialog ref={dialog} class="sheet" aria-label={words.say('filters')}>
      <div class="sheet-head">
        <h2>{words.say('filters')}</h2>
        <button type="button" class="icon" aria-label={words.say('close')} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <div class="sheet-body">
        <Facets {...facets} />
      </div>
      <div class="sheet-foot">
        <button type="button" class="button strong" onClick={onClose}>
          {words.say('showResults', { n: count })}
        </button>
      </div>
    </dialog>
  );
}
