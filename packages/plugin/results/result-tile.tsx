import { Picture } from '#plugin/item/picture.tsx';
import { Price, SoldOut } from '#plugin/item/price.tsx';
import type { ShownItem } from '#plugin/item/shown-item.ts';
import type { Shop } from '#plugin/shop.ts';

interface ResultTileProps {
  readonly shop: Shop;
  readonly item: ShownItem;
  readonly onClick: () => void;
}

const tilePicturePx = 320;

/** One item in the grid: a link as a whole, where the shop has a page for it. */
export function ResultTile({ shop, item, onClick }: ResultTileProps) {
  const content = (
    <>
      <Picture address={item.image} widthPx={tilePicturePx} />
      <span class="name">{item.name}</span>
      {shop.settings.shows_brand && item.brand && <span class="brand">{item.brand}</span>}
      <span class="facts">
        <Price shop={shop} item={item} />
        <SoldOut shop={shop} item={item} />
      </span>
    </>
  );
  return (
    <li>
      {item.url === undefined ? (
        <div class="result">{content}</div>
      ) : (
        <a class="result eased" href={item.url} onClick={onClick} onAuxClick={onClick}>
          {content}
        </a>
      )}
    </li>
  );
}

/** What stands in the grid until the first answer. */
export const EmptyTiles = ({ count }: { readonly count: number }) => (
  <ul class="grid" aria-hidden="true">
    {Array.from({ length: count }, (_, place) => (
      <li key={place} class="result empty">
        <span class="picture" />
        <span class="word" />
        <span class="word short" />
      </li>
    ))}
  </ul>
);
