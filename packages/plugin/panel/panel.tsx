import type { ComponentChildren } from 'preact';
import { Picture, Price, SoldOut, type ShownItem } from '#plugin/item.tsx';
import type { Shop } from '#plugin/shop.ts';
import type { Block, Option } from './panel-blocks.ts';
import type { PanelState } from './panel-model.ts';

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function completion(typed: string, text: string): { readonly part: string; readonly isAdded: boolean }[] {
  const letters = Array.from(text);
  const wanted = folded(typed.trim());
  let known = '';
  let place = 0;
  while (known.length < wanted.length && place < letters.length) known += folded(letters[place++] ?? '');
  if (wanted === '' || known !== wanted) return [{ part: text, isAdded: true }];
  const parts = [
    { part: letters.slice(0, place).join(''), isAdded: false },
    { part: letters.slice(place).join(''), isAdded: true },
  ];
  return parts.filter(({ part }) => part !== '');
}

export interface PanelProps {
  readonly shop: Shop;
  readonly state: PanelState;
  /** Of the list and, with the place behind it, of its options; null where the list is spoken from elsewhere in the page. */
  readonly listId: string | null;
  readonly onChoose: (option: Option) => void;
  readonly onPoint: (place: number) => void;
}

const listedPicturePx = 56;
const hidden = { 'aria-hidden': true } as const;

export function Panel(props: PanelProps) {
  const { shop, state, listId } = props;
  const { content, typed, isSlow } = state;
  if (content === null) return null;
  const { side, main, all, options } = content;
  const list = listId === null ? hidden : ({ role: 'listbox', id: listId, 'aria-label': shop.words.say('suggestions') } as const);
  return (
    // The field keeps the focus while somebody points.
    <div class={main ? 'panel' : 'panel alone'} onPointerDown={(event) => event.preventDefault()}>
      <div class="bar" hidden={!isSlow} />
      {options.length === 0 ? (
        <NothingFound shop={shop} typed={typed} />
      ) : (
        <div {...list}>
          <div class="scrolled columns">
            {side.length > 0 && (
              <div class="side">
                {side.map((block) => (
                  <BlockOf key={block.title} {...props} block={block} />
                ))}
              </div>
            )}
            {main && (
              <div class="main">
                <BlockOf {...props} block={main} />
              </div>
            )}
          </div>
          {all && (
            <OptionOf {...props} option={all} name="all">
              {all.label}
            </OptionOf>
          )}
        </div>
      )}
    </div>
  );
}

const NothingFound = ({ shop, typed }: { readonly shop: Shop; readonly typed: string }) => (
  <div class="none">
    <p>{shop.words.say('nothingFound', { q: typed })}</p>
    <p>{shop.words.say('tryShorter')}</p>
  </div>
);

function BlockOf({ block, ...props }: PanelProps & { readonly block: Block }) {
  const { title, kind, options, totalCount } = block;
  const group = props.listId === null ? {} : ({ role: 'group', 'aria-label': title } as const);
  return (
    <div class="block" {...group}>
      <div class="title" aria-hidden="true">
        {title} {totalCount !== null && <span>{props.shop.words.number(totalCount)}</span>}
      </div>
      <div class={kind === 'items' ? 'tiles' : ''} role="presentation">
        {options.map((option) => (
          <OptionOf key={option.place} {...props} option={option} name={kind === 'items' ? 'option tile' : 'option phrase'}>
            {option.target.kind === 'item' ? (
              <Tile shop={props.shop} item={option.target.item} />
            ) : (
              <Completed typed={props.state.typed} text={option.label} />
            )}
          </OptionOf>
        ))}
      </div>
    </div>
  );
}

interface OptionProps extends PanelProps {
  readonly option: Option;
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Items are links, so that they open in another tab, too. */
function OptionOf({ option, name, state, listId, onChoose, onPoint, children }: OptionProps) {
  const { place, target } = option;
  const isActive = state.active === place;
  const show = (element: HTMLElement | null): void => {
    if (isActive) element?.scrollIntoView({ block: 'nearest' });
  };
  const shared = {
    ...(listId !== null && {
      role: 'option' as const,
      id: `${listId}-${place}`,
      'aria-selected': isActive,
    }),
    class: name,
    tabIndex: -1,
    'data-active': isActive ? '' : undefined,
    onMouseMove: () => onPoint(place),
    onClick: () => onChoose(option),
  };
  return target.kind === 'item' && target.item.url !== undefined ? (
    <a ref={show} href={target.item.url} {...shared}>
      {children}
    </a>
  ) : (
    <div ref={show} {...shared}>
      {children}
    </div>
  );
}

function Tile({ shop, item }: { readonly shop: Shop; readonly item: ShownItem }) {
  return (
    <>
      <Picture address={item.image} widthPx={listedPicturePx} />
      <span class="texts">
        <span class="name">{item.name}</span>
        {shop.settings.shows_brand && item.brand && <span class="brand">{item.brand}</span>}
        <span class="facts">
          <Price shop={shop} item={item} />
          <SoldOut shop={shop} item={item} />
        </span>
      </span>
    </>
  );
}

const Completed = ({ typed, text }: { readonly typed: string; readonly text: string }) => (
  <>{completion(typed, text).map(({ part, isAdded }, place) => (isAdded ? <b key={place}>{part}</b> : part))}</>
);
