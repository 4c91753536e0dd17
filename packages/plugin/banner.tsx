import type { ComponentChildren } from 'preact';
import type { Banner } from '#contract/search.ts';
import { webAddress } from './item.tsx';
import type { Shop } from './shop.ts';

export interface BannerProps {
  readonly banner: Banner;
  readonly onClick?: ((id: number) => void) | undefined;
}

/** The words stay where a picture doesn't load. */
const hidden = ({ currentTarget }: Event): void => (currentTarget as HTMLElement).setAttribute('hidden', '');

export function bannerClicked({ settings, calls }: Pick<Shop, 'settings' | 'calls'>, id: number): void {
  if (settings.sends_clicks) calls.send('banner-click', { banner_id: id });
}

/** All of it is text; addresses that no page opens are dropped. */
export function BannerBox({ banner: { id, image, alt, headline, text, link }, onClick }: BannerProps) {
  const [picture, address] = [webAddress(image || undefined), webAddress(link || undefined)];
  const content = (
    <>
      {picture && <img src={picture} alt={alt === headline ? '' : alt} loading="lazy" decoding="async" onError={hidden} />}
      {(headline || text) && (
        <span class="said">
          {headline && <b>{headline}</b>}
          {text}
        </span>
      )}
    </>
  );
  return address ? (
    <a class="banner eased" href={address} onClick={() => onClick?.(id)} onAuxClick={() => onClick?.(id)}>
      {content}
    </a>
  ) : (
    <div class="banner">{content}</div>
  );
}

/** Entries of a list with banners before their items, counted from 1; those further down come last once `isWhole`. */
export function withBanners(
  entries: readonly ComponentChildren[],
  banners: readonly Banner[],
  { isWhole, onClick }: { readonly isWhole: boolean } & Pick<BannerProps, 'onClick'>,
) {
  const between = banners.filter(({ place }) => place === 'between');
  const before = (at: number, isLast: boolean) =>
    between
      .filter(({ position = 1 }) => position - 1 === at || (isLast && isWhole && position - 1 > at))
      .map((banner) => (
        <li key={`banner ${banner.id}`} class="whole">
          <BannerBox banner={banner} onClick={onClick} />
        </li>
      ));
  return [...entries.flatMap((entry, at) => [...before(at, false), entry]), ...before(entries.length, true)];
}
