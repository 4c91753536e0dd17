import { useEffect, useRef } from 'preact/hooks';
import { CrossIcon } from '#plugin/icons.tsx';
import { useModal } from '#plugin/modal.ts';
import type { Option } from '#plugin/panel/panel-blocks.ts';
import { Results } from '#plugin/results/results.tsx';
import type { ResultsState } from '#plugin/results/results-model.ts';
import type { Wanted } from '#plugin/results/wanted.ts';
import type { Shop } from '#plugin/shop.ts';
import { SearchBox } from './search-box.tsx';

export interface OverlayProps {
  readonly shop: Shop;
  /** Null while nothing was searched yet. */
  readonly results: ResultsState | null;
  readonly typed: string;
  readonly isTyping: boolean;
  /** Where somebody was who comes back. */
  readonly scrollPx: number;
  readonly onTyping: (isTyping: boolean) => void;
  readonly onSearch: (query: string) => void;
  readonly onChoose: (option: Option, typed: string, queryId: string | null) => void;
  readonly onWant: (wanted: Wanted) => void;
  readonly onItem: (id: string, position: number, scrollPx: number) => void;
  readonly onClose: () => void;
}

/** Search over the whole screen: a field of its own on top, results or suggestions below it. */
export function Overlay(props: OverlayProps) {
  const { shop, results, typed, isTyping, scrollPx, onTyping, onClose, onWant, onItem } = props;
  const dialog = useModal(onClose, isTyping);
  const body = useRef<HTMLDivElement>(null);
  const isFound = results?.found != null;
  useEffect(() => {
    if (isFound && scrollPx > 0) body.current?.scrollTo(0, scrollPx);
  }, [isFound, scrollPx]);
  const query = results?.wanted.query ?? typed;
  useEffect(() => {
    if (scrollPx === 0) body.current?.scrollTo(0, 0);
  }, [query, scrollPx]);
  return (
    <dialog ref={dialog} class={isTyping ? 'overlay typing' : 'overlay'} tabIndex={-1} aria-label={shop.words.say('search')}>
      <div class="top">
        <SearchBox {...{ shop, isTyping, onTyping }} query={query} onSearch={props.onSearch} onChoose={props.onChoose} />
        <button type="button" class="leave" onClick={onClose}>
          <span class="wide">
            <CrossIcon />
            <span class="unseen">{shop.words.say('close')}</span>
          </span>
          <span class="narrow">{shop.words.say('cancel')}</span>
        </button>
      </div>
      <div ref={body} class="scroller">
        {results && (
          <Results
            shop={shop}
            state={results}
            onWant={onWant}
            onItem={(id, position) => onItem(id, position, body.current?.scrollTop ?? 0)}
          />
        )}
      </div>
    </dialog>
  );
}
