import path from 'node:path';
import { environment } from './places.mjs';

/** In megabytes, three times: calls leave little behind, and with as much as is usual their garbage takes more memory than an index. */
const youngMegabytes = 16;
/** Arrays from this size on are given back to the system when they are gone; otherwise glibc keeps an index that nobody searches any more. */
const mappedBytes = 256 * 1024;

/** How the server is started, wherever it is. */
export const serverArguments = [`--max-semi-space-size=${youngMegabytes}`, path.join('apps', 'server', 'main.ts')];
export const serverEnvironment = {
  NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE,
  MALLOC_MMAP_THRESHOLD_: String(mappedBytes),
};
