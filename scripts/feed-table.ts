/** Reads every real catalogue beside the checkout and writes what came of it into docs/feeds.md. Run: `node scripts/feed-table.ts`. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FeedError } from '#feeds/feed-error.ts';
import { sampleSize } from '#feeds/limits.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readPath } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { sharedData } from './shared-data.ts';

const docs = fileURLToPath(new URL('../docs/feeds.md', import.meta.url));
const start = '<!-- the table is written by scripts/feed-table.ts -->';
const end = '<!-- end of the table -->';

/** Tables without items, parts of other tables, and files of several kinds of records at once. */
const notCatalogues = new Set([
  'Currency.csv',
  'ProductCategory.csv',
  'ProductInventory.csv',
  'ProductModel.csv',
  'ProductModelProductDescriptionCulture.csv',
  'ProductReview.csv',
  'ProductSubcategory.csv',
  'saleor_populatedb.json',
]);

interface Row {
  readonly file: string;
  readonly format: string;
  readonly read: number;
  readonly imported: number;
  readonly bad: number;
  readonly warnings: number;
  readonly seconds: number;
}

/** What an import makes of each file, by nothing but proposals; files of one folder are one row. null without the files. */
export async function feedRows(): Promise<Row[] | null> {
  const rows: Row[] = [];
  for (const folder of ['feeds/xml', 'feeds/csv', 'catalogues', 'catalogues/adventureworks']) {
    const found = sharedData(folder);
    if (found === null) return null;
    for (const name of readdirSync(found).toSorted()) {
      const file = path.join(found, name);
      const isFolder = statSync(file).isDirectory();
      if (notCatalogues.has(name) || (isFolder && folder === 'catalogues')) continue;
      rows.push(isFolder ? await folderRow(`${folder}/${name}`, file) : await rowOf(`${folder}/${name}`, file));
    }
  }
  return rows;
}

async function folderRow(label: string, folder: string): Promise<Row> {
  const files = readdirSync(folder);
  const rows: Row[] = [];
  for (const name of files) rows.push(await rowOf(name, path.join(folder, name)));
  const sum = (field: 'read' | 'imported' | 'bad' | 'warnings' | 'seconds') => rows.reduce((total, row) => total + row[field], 0);
  return {
    file: `${label} (${files.length} files)`,
    format: [...new Set(rows.map(({ format }) => format))].join(', '),
    read: sum('read'),
    imported: sum('imported'),
    bad: sum('bad'),
    warnings: sum('warnings'),
    seconds: sum('seconds'),
  };
}

async function rowOf(label: string, file: string): Promise<Row> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const { all, source, type, encoding, tagName, warnings } = await readPath(file);
    const make = itemMaker(proposeMapping(all.slice(0, sampleSize)));
    const results = all.map(make);
    const ids = results.flatMap(({ item }) => item?.id ?? []);
    const imported = new Set(ids).size;
    return {
      file: label,
      format: [source === 'custom' ? null : source, type, tagName && `\`${tagName}\``, encoding === 'utf-8' ? null : encoding]
        .filter(Boolean)
        .join(' '),
      read: all.length,
      imported,
      bad: all.length - imported,
      warnings:
        warnings.length + results.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'warning').length,
      seconds: seconds(),
    };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { file: label, format: `refused: ${error.code}`, read: 0, imported: 0, bad: 0, warnings: 0, seconds: seconds() };
  }
}

const number = (value: number): string => value.toLocaleString('en');

/** The table, with times or without. */
export function tableOf(rows: readonly Row[], isTimed: boolean): string {
  const heads = ['file', 'recognised as', 'read', 'imported', 'bad', 'warnings', ...(isTimed ? ['seconds'] : [])];
  const lines = rows.map((row) =>
    [
      `\`${row.file}\``,
      row.format,
      ...[row.read, row.imported, row.bad, row.warnings].map(number),
      ...(isTimed ? [row.seconds.toFixed(2)] : []),
    ].join(' | '),
  );
  const rule = heads.map((_, index) => (index < 2 ? '---' : '--:')).join('|');
  return [`| ${heads.join(' | ')} |`, `|${rule}|`, ...lines.map((line) => `| ${line} |`)].join('\n');
}

/** The table as it stands in the docs. */
export function writtenTable(): string {
  const text = readFileSync(docs, 'utf8');
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end)).trim();
}

/** A table without its last column, which holds times. */
export const withoutTimes = (table: string): string => table.replaceAll(/ [^|\n]*\|$/gm, '').replace(/--:\|$/m, '');

if (import.meta.main) {
  const rows = await feedRows();
  if (rows === null) throw new Error('The real catalogues are not beside the checkout.');
  const text = readFileSync(docs, 'utf8');
  const before = text.slice(0, text.indexOf(start) + start.length);
  writeFileSync(docs, `${before}\n\n${tableOf(rows, true)}\n\n${text.slice(text.indexOf(end))}`);
}
