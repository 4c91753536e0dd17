import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { FeedHost } from '#testing/feeds/feed-host.ts';
import { type PageSettings, settingsVariable } from './page-settings.ts';

const bundles = new Map<string, Promise<string>>();

/** The program of a page with all that it imports, as a shop's own tools would put it together. */
function bundleOf(program: string): Promise<string> {
  const known = bundles.get(program);
  if (known !== undefined) return known;
  const bundle = bundled(program);
  bundles.set(program, bundle);
  return bundle;
}

async function bundled(program: string): Promise<string> {
  const bundler = await rolldown({
    input: path.join(import.meta.dirname, program),
    platform: 'browser',
    resolve: { alias: { preact: preactOfWidgets() } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
  });
  const { output } = await bundler.generate({ format: 'esm', codeSplitting: false });
  await bundler.close();
  return output[0].code;
}

/** The Preact that the widgets name. What their templates are made with finds ours instead, which draws nothing of theirs. */
function preactOfWidgets(): string {
  const { resolve } = createRequire(import.meta.url);
  return path.dirname(createRequire(resolve('instantsearch.js/package.json')).resolve('preact/package.json'));
}

/** Serves a page with the program at an origin of its own, as a shop's pages have one. Answers its address. */
export async function putPage(host: FeedHost, program: string, body: string, settings: PageSettings): Promise<string> {
  const code = host.put(`/${program}.js`, await bundleOf(program), 'text/javascript; charset=utf-8');
  return host.put(
    `/${program}.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${body}
    <script>window.${settingsVariable} = ${JSON.stringify(settings)};</script>
    <script type="module" src="${code}"></script>`,
    'text/html; charset=utf-8',
  );
}
