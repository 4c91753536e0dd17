import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { attachField, type Searching } from './fields/attached-field.ts';
import { CrossIcon, SearchIcon } from './icons.tsx';
import { useModal } from './modal.ts';
import { Results } from './results/results.tsx';
import type { ResultsState } from './results/results-model.ts';
import type { Wanted } from './results/wanted.ts';
import type { Shop } from './shop.ts';

interface SearchBoxProps {
  readonly shop: Shop;
  readonly query: string;
  /** Opens the suggestions for it at once. */
  readonly isTyping: boolean;
  readonly searching: Searching;
}

function write(input: HTMLInputElement, text: string, isTyped: boolean): void {
  input.value = text;
  if (isTyped) input.dispatchEvent(new Event('input'));
}

function SearchBox({ shop, query, isTyping, searching }: SearchBoxProps) {
  const { words } = shop;
  const box = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => attachField(input.current!, shop, searching, box.current!), [shop, searching]);
  useLayoutEffect(() => write(input.current!, query, isTyping), [query, isTyping]);
  return (
    <form
      ref={box}
      // No landmark of its own: the dialog around it is called as one, and the shop's form behind it is one.
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        // The keyboard of a phone would cover half of what is found.
        input.current!.blur();
        void searching.search(input.current!.value.trim());
      }}
    >
      <SearchIcon />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={words.say('search')}
        autocapitalize="off"
        spellcheck={false}
        maxLength={1000}
        placeholder={words.say('search')}
      />
      <button
        type="button"
        class="icon"
        aria-label={words.say('clear')}
        onClick={() => {
          write(input.current!, '', true);
          input.current!.focus();
        }}
      >
        <CrossIcon />
      </button>
    </form>
  );
}

export interface OverlayProps {
  readonly shop: Shop;
  /** null before the first search. */
  readonly results: ResultsState | null;
  readonly typed: string;
  readonly scrollPx: number;
  readonly searching: Searching;
  readonly onWant: (wanted: Wanted) => void;
  readonly onItem: (id: string, position: number, scrollPx: number) => void;
  readonly onClose: () => void;
}

/** Search over the whole screen: a field of its own on top, results below it. */
export function Overlay({ shop, results, typed, scrollPx, searching, onWant, onItem, onClose }: OverlayProps) {
  const isTyping = results === null;
  const dialog = useModal(onClose, isTyping);
  const body = useRef<HTMLDivElement>(null);
  const isFound = results?.found != null;
  const query = results?.wanted.query ?? typed;
  useEffect(() => {
    if (isFound) body.current?.scrollTo(0, scrollPx);
  }, [isFound, query, scrollPx]);
  return (
    <dialog ref={dialog} class="overlay" tabIndex={-1} aria-label={shop.words.say('search')}>
      <div class="top">
        <SearchBox shop={shop} query={query} isTyping={isTyping} searching={searching} />
        <button type="button" class="leave" onClick={onClose}>
          <span class="icon wide">
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
