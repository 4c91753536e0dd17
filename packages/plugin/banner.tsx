import type { ComponentChildren } from 'preact';
import type { Banner } from '#contract/search.ts';
import { webAddress } from './item.tsx';

export interface BannerProps {
  readonly banner: Banner;
}

/** The words stay where a picture doesn't load. */
const hidden = ({ currentTarget }: Event): void => (currentTarget as HTMLElement).setAttribute('hidden', '');

/** All of it is text; addresses that no page opens are dropped. */
export function BannerBox({ banner: { image, alt, headline, text, link } }: BannerProps) {
  const [picture, address] = [webAddress(image || undefined), webAddress(link || undefined)];
  const content = (
    <>
      {picture && <img src={picture} alt={alt} loading="lazy" decoding="async" onError={hidden} />}
      {(headline || text) && (
        <span class="said">
          {headline && <b>{headline}</b>}
          {text}
        </span>
      )}
    </>
  );
  return address ? (
    <a class="banner eased" href={address}>
      {content}
    </a>
  ) : (
    <div class="banner">{content}</div>
  );
}

/** Entries of a list with banners before their items, counted from 1; those further down come last once `isWhole`. */
export function withBanners(entries: readonly ComponentChildren[], banners: readonly Banner[], isWhole: boolean) {
  const between = banners.filter(({ place }) => place === 'between');
  const before = (at: number, isLast: boolean) =>
    between
      .filter(({ position = 1 }) => position - 1 === at || (isLast && isWhole && position - 1 > at))
      .map((banner) => (
        <li key={`banner ${banner.id}`} class="whole">
          <BannerBox banner={banner} />
        </li>
      ));
  return [...entries.flatMap((entry, at) => [...before(at, false), entry]), ...before(entries.length, true)];
}
