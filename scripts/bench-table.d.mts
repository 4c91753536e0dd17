/** As `bench/figures.ts` tells them. */
interface Figure {
  readonly name: string;
  readonly times?: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly value?: string;
  readonly target?: { readonly text: string; readonly isMet: boolean };
  readonly searchThreads: number | null;
}

interface Row extends Figure {
  readonly file: string;
  readonly commit: string;
  readonly machine: string;
  readonly load: number;
}

export function mergedRows(
  known: readonly Row[],
  file: string,
  figures: readonly Figure[],
  run: { readonly commit: string; readonly machine: string; readonly load: number },
): Row[];
export function withTable(text: string, rows: readonly Row[]): string;
