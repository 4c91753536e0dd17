import { ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { categoryText, formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import classes from './item-cell.module.css';

export interface ShownItem {
  readonly name: string;
  readonly image?: string | undefined;
  readonly brand?: string | undefined;
  readonly category?: string | undefined;
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
  readonly availability?: string | undefined;
}

const text = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
};

export function shownItemOf(fields: Readonly<Record<string, unknown>> & { readonly id: string }): ShownItem {
  const { id, name, image, brand, category, price, currency, availability } = fields;
  return {
    name: text(name) ?? id,
    image: text(image),
    brand: text(brand),
    category: text(category),
    price: typeof price === 'number' ? price : undefined,
    currency: text(currency),
    availability: text(availability),
  };
}

interface ItemCellProps {
  readonly item: ShownItem;
  readonly isCompact?: boolean;
  readonly isNarrow?: boolean;
  readonly facts?: readonly string[];
  /** In place of the name. */
  readonly shownName?: ReactNode;
}

export function ItemCell({ item, isCompact = false, isNarrow = false, facts = [], shownName = item.name }: ItemCellProps) {
  const price = item.price === undefined ? undefined : formats.money(item.price, item.currency ?? '');
  const grey = [...facts, item.brand, isNarrow ? price : item.category && categoryText(item.category)]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={classes.cell}>
      <Picture address={item.image} />
      <div className={classes.texts}>
        <div className={classes.name} title={item.name}>
          {shownName}
        </div>
        {grey && (
          <div className={classes.grey} title={grey}>
            {grey}
          </div>
        )}
      </div>
      {!isCompact && !isNarrow && (
        <div className={classes.facts}>
          {item.price !== undefined && <Price value={item.price} currency={item.currency} />}
          {item.availability !== undefined && <Stock availability={item.availability} />}
        </div>
      )}
    </div>
  );
}

const listedPicturePx = 40;

/** Lazy, and without a referrer to the shop. */
export function Picture({
  address,
  sizePx = listedPicturePx,
}: {
  readonly address: string | undefined;
  readonly sizePx?: number;
}) {
  const [failed, setFailed] = useState<string>();
  if (!address || address === failed) {
    return (
      <span className={classes.picture} style={{ width: sizePx, height: sizePx }}>
        <ImageOff size={16} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      src={address}
      alt=""
      width={sizePx}
      height={sizePx}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
}

export function Price({ value, currency }: { readonly value: number; readonly currency?: string | undefined }) {
  return <span className={classes.price}>{formats.money(value, currency ?? '')}</span>;
}

export const availabilityWords = {
  in_stock: msg('In stock'),
  out_of_stock: msg('Out of stock'),
  preorder: msg('Preorder'),
  backorder: msg('On order'),
} as const;

export function Stock({ availability }: { readonly availability: string }) {
  if (!Object.hasOwn(availabilityWords, availability)) return null;
  return (
    <span className={classes.stock} data-availability={availability}>
      {t(availabilityWords[availability as keyof typeof availabilityWords])}
    </span>
  );
}
