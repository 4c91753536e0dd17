/** As lists and menus show it, at twice its size. */
export const pictureSidePx = 160;
/** Of what is sent. A phone takes fewer; a file of two megabytes may say that it holds thousands of times as many. */
const mostPixels = 50_000_000;
const mostSeconds = 5;
const quality = 80;

/** Its code is loaded when the first picture is sent, which on most servers is late or never. */
let loaded: ReturnType<typeof load> | null = null;
async function load() {
  const { default: sharp } = await import('sharp');
  // Nothing else is read, whatever the bytes say that they are.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * A small square WebP of a PNG or JPEG, drawn anew: upright, with nothing of the file but its colours. Null when the bytes are neither, are
 * damaged, or hold too many pixels.
 */
export async function pictureOf(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await (loaded ??= load());
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(pictureSidePx, pictureSidePx, { fit: 'cover' })
      .webp({ quality })
      .toBuffer();
  } catch {
    return null;
  }
}
