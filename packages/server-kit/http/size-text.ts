const bytesPerKilobyte = 1024;
const bytesPerMegabyte = 1024 * 1024;

/** A limit as errors tell it: `64 kB`, `4 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < bytesPerMegabyte ? `${Math.round(bytes / bytesPerKilobyte)} kB` : `${bytes / bytesPerMegabyte} MB`;
