import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;
/** Smaller files gain nothing from compression. */
const smallestBytes = 500;
/** The few files that every visit loads get the best quality. */
const largeBytes = 15_000;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** The server serves these instead of compressing. */
export const precompress = (quality: number = constants.BROTLI_MAX_QUALITY): Plugin => ({
  name: 'precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        if (!compressible.test(fileName) || source.length < smallestBytes) continue;
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: await gzipAsync(source, { level: 9 }) });
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: source.length < largeBytes ? quality : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        };
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: await brotliAsync(source, { params }) });
      }
    },
  },
});
