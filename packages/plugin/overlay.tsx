import { useEffect, useRef, useState } from 'preact/hooks';
import { actOnKey, PanelModel, type PanelState } from './panel/panel-model.ts';
import { CrossIcon, SearchIcon } from './icons.tsx';
import type { Option } from './panel/panel-blocks.ts';
import { Panel } from './panel/panel.tsx';
import type { Shop } from './shop.ts';
import { useModal } from './modal.ts';
import { Results } from './results/results.tsx';
import type { ResultsState } from './results/results-model.ts';
import type { Wanted } from './results/wanted.ts';

interface SearchBoxProps {
  readonly shop: Shop;
  readonly query: string;
  readonly isTyping: boolean;
  readonly onTyping: (isTyping: boolean) => void;
  readonly onSearch: (query: string) => void;
  readonly onChoose: (option: Option, typed: string, queryId: string | null) => void;
}

const listId = 'aisle-options';

function SearchBox({ shop, query, isTyping, onTyping, onSearch, onChoose }: SearchBoxProps) {
  const { words } = shop;
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  if (query !== shown) {
    setShown(query);
    setTyped(query);
  }
  const [state, setState] = useState<PanelState | null>(null);
  const [panel] = useState(() => new PanelModel(shop, setState));
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isTyping) panel.type(input.current?.value ?? '', 0);
    return () => panel.close();
  }, [isTyping, panel]);

  const change = (text: string): void => {
    setTyped(text);
    if (text.trim() === '') panel.close();
    panel.type(text);
    onTyping(true);
  };
  const search = (): void => {
    panel.close();
    // The keyboard of a phone would cover half of what is found.
    input.current?.blur();
    onSearch(typed.trim());
  };
  const options = state?.isOpen ? (state.content?.options.length ?? 0) : 0;
  return (
    <form
      ref={box}
      // No landmark of its own: the dialog around it is called as one, and the shop's form behind it is one.
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <SearchIcon />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={words.say('search')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={options > 0}
        aria-controls={listId}
        aria-activedescendant={options > 0 && state?.active != null ? `${listId}-${state.active}` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={1000}
        value={typed}
        placeholder={words.say('search')}
        onInput={(event) => change(event.currentTarget.value)}
        onClick={() => onTyping(true)}
        onBlur={() => panel.close()}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const takes = (): void => box.current?.querySelector<HTMLElement>('[data-active]')?.click();
          if (!actOnKey(event, event.currentTarget, panel, takes)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          class="icon"
          aria-label={words.say('clear')}
          onClick={() => {
            change('');
            input.current?.focus();
          }}
        >
          <CrossIcon />
        </button>
      )}
      <span class="unseen" role="status">
        {state?.isOpen && state.content ? words.say('results', { n: state.content.main?.totalCount ?? options }) : ''}
      </span>
      {state?.isOpen && (
        <Panel
          shop={shop}
          state={state}
          listId={listId}
          onPoint={(place) => panel.activate(place)}
          onChoose={(option) => {
            const queryId = state.content?.queryId ?? null;
            panel.close();
            onChoose(option, typed, queryId);
          }}
        />
      )}
    </form>
  );
}

export interface OverlayProps {
  readonly shop: Shop;
  /** Null while nothing was searched yet. */
  readonly results: ResultsState | null;
  readonly typed: string;
  readonly isTyping: boolean;
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
