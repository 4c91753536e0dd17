import { useEffect, useRef, useState } from 'preact/hooks';
import { actOnKey } from '#plugin/fields/field-keys.ts';
import { CrossIcon, SearchIcon } from '#plugin/icons.tsx';
import type { Option } from '#plugin/panel/panel-blocks.ts';
import { PanelModel, type PanelState } from '#plugin/panel/panel-model.ts';
import { Panel } from '#plugin/panel/panel.tsx';
import type { Shop } from '#plugin/shop.ts';

interface SearchBoxProps {
  readonly shop: Shop;
  /** What it begins with, and changes to when something else is searched. */
  readonly query: string;
  /** It takes the focus, and asks at once. */
  readonly isTyping: boolean;
  readonly onTyping: (isTyping: boolean) => void;
  readonly onSearch: (query: string) => void;
  readonly onChoose: (option: Option, typed: string, queryId: string | null) => void;
}

const listId = 'aisle-options';

export function SearchBox({ shop, query, isTyping, onTyping, onSearch, onChoose }: SearchBoxProps) {
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
