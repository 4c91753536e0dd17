import { useState } from 'preact/hooks';

interface PictureProps {
  readonly address: string | undefined;
  readonly widthPx: number;
}

/** A square that keeps its place whether or not there is a picture for it. The name of the item stands beside it. */
export function Picture({ address, widthPx }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span class="picture">
      {address && address !== failed && (
        <img
          src={address}
          alt=""
          width={widthPx}
          height={widthPx}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(address)}
        />
      )}
    </span>
  );
}
