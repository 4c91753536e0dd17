import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTables } from './tables.ts';

/** Run after a cost has changed: node scripts/capacity/write-tables.ts */
const page = path.join(import.meta.dirname, '..', '..', 'docs', 'scaling.md');
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
