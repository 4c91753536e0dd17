export const maximumPictureSidePx = 1024;

export function pictureSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  if (
    bytes.length >= 24 &&
    bytes.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001A\n' &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  )
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xff_d8 ? jpegSize(bytes) : null;
}

/** Finds the frame header (ITU T.81, B.1.1.3): SOF0 to SOF15 without DHT, JPG and DAC. */
function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}
