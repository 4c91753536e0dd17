import type { ComponentChildren } from 'preact';
import { BannerBox } from '#plugin/banner.tsx';
import { ItemTexts, Picture, type ShownItem, webAddress } from '#plugin/item.tsx';
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
  readonly onChoose: (option: Option) => void;
  readonly onPoint: (place: number) => void;
}

const listedPicturePx = 56;

/** Screen readers read the list in the page instead: see `SpokenList`. */
export function Panel(props: PanelProps) {
  const { shop, state } = props;
  const { content, typed, isSlow } = state;
  if (content === null) return null;
  const { side, main, all, banners, options } = content;
  return (
    // The field keeps the focus while somebody points.
    <div
      class={main ? 'panel' : 'panel alone'}
      aria-hidden={options.length > 0}
      onPointerDown={(event) => event.preventDefault()}
    >
      <div class="bar" hidden={!isSlow} />
      {options.length === 0 && (
        <div class="none">
          <p>{shop.words.say('nothingFound', { q: typed })}</p>
          <p>{shop.words.say('tryShorter')}</p>
        </div>
      )}
      <div class="columns">
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
      {banners.map((option) => (
        <OptionOf key={option.place} {...props} option={option} name="option">
          {option.target.kind === 'banner' && <BannerBox banner={{ ...option.target.banner, link: '' }} />}
        </OptionOf>
      ))}
    </div>
  );
}

function BlockOf({ block: { title, kind, options, totalCount }, ...props }: PanelProps & { readonly block: Block }) {
  const isItems = kind === 'items';
  return (
    <div class="block">
      <div class="title">
        {title} {totalCount !== null && <span>{props.shop.words.number(totalCount)}</span>}
      </div>
      <div class={isItems ? 'tiles' : ''}>
        {options.map((option) => (
          <OptionOf key={option.place} {...props} option={option} name={isItems ? 'option tile' : 'option phrase'}>
            {option.target.kind === 'item' ? (
              <Tile shop={props.shop} item={option.target.item} />
            ) : (
              completion(props.state.typed, option.label).map(({ part, isAdded }) => (isAdded ? <b key={part}>{part}</b> : part))
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

/** Items and banners are links, so that they open in another tab, too. */
function OptionOf({ option, name, state, onChoose, onPoint, children }: OptionProps) {
  const { place, target } = option;
  const isActive = state.active === place;
  const shared = {
    ref: (element: HTMLElement | null) => {
      if (isActive) element?.scrollIntoView({ block: 'nearest' });
    },
    class: name,
    tabIndex: -1,
    'data-active': isActive ? '' : undefined,
    onMouseMove: () => onPoint(place),
    onClick: () => onChoose(option),
  };
  const address =
    target.kind === 'item' ? target.item.url : target.kind === 'banner' ? webAddress(target.banner.link || undefined) : undefined;
  return address ? (
    <a href={address} {...shared}>
      {children}
    </a>
  ) : (
    <div {...shared}>{children}</div>
  );
}

const Tile = ({ shop, item }: { readonly shop: Shop; readonly item: ShownItem }) => (
  <>
    <Picture address={item.image} widthPx={listedPicturePx} />
    <span class="texts">
      <ItemTexts shop={shop} item={item} />
    </span>
  </>
);
