import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

interface DocsPage {
  readonly path: string;
  /** In `docs/`, without its extension. */
  readonly file: string;
  readonly title: string;
}

/** In reading order. */
export const docsPages: readonly DocsPage[] = [
  { path: '/docs', file: 'connect-a-shop', title: 'Connect your shop' },
  { path: '/docs/plugin', file: 'plugin', title: 'Shop plugin' },
  { path: '/docs/front-api', file: 'front-api', title: 'Front API' },
  { path: '/docs/item-api', file: 'item-api', title: 'Item API' },
  { path: '/docs/feeds', file: 'feeds', title: 'Feeds' },
  { path: '/docs/agents', file: 'agents', title: 'Agents' },
];

const references = [
  { path: '/docs/reference', title: 'API reference' },
  { path: '/docs/console', title: 'Console API' },
];

const folder = fileURLToPath(import.meta.resolve('#docs/connect-a-shop.md')).replace(/[^/\\]+$/, '');
const pathOfFile = new Map(docsPages.map(({ path, file }) => [`${file}.md`, path]));
const written = new Map<string, Promise<string>>();

/** Rendered once. */
export function docsPage(path: string): Promise<string> {
  const known = written.get(path);
  if (known !== undefined) return known;
  const page = write(path);
  written.set(path, page);
  page.catch(() => written.delete(path));
  return page;
}

async function write(path: string): Promise<string> {
  const { file, title } = docsPages.find((page) => page.path === path)!;
  const text = await readFile(`${folder}${file}.md`, 'utf8');
  return frame(path, title, await markdown().parse(text));
}

/** Links between served pages only; wide tables scroll. */
function markdown(): Marked {
  return new Marked({
    renderer: {
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const [file = '', anchor] = href.split('#');
        const known = pathOfFile.get(file);
        if (known !== undefined) return `<a href="${known}${anchor === undefined ? '' : `#${anchor}`}">${inside}</a>`;
        return /^(?:https?:|#|\/)/.test(href) ? `<a href="${href}">${inside}</a>` : inside;
      },
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      table(token) {
        const cells = (row: typeof token.header, name: 'th' | 'td') =>
          row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
      },
    },
  });
}

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function frame(path: string, title: string, content: string, head = ''): string {
  const entry = (page: { readonly path: string; readonly title: string }) =>
    `<li><a href="${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${page.title}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Aisle</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/style.css">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Aisle</a></header>
<nav aria-label="Documentation">
<ul>${docsPages.map(entry).join('')}</ul>
<h2>Reference</h2>
<ul>${references.map(entry).join('')}<li><a href="/openapi.json">OpenAPI document</a></li></ul>
</nav>
<main id="content">${content}</main>
</body>
</html>
`;
}
