import type { Page } from '#contract/page.ts';
import { longestFileRows, type StatisticsFile } from '#features/analytics/statistics/statistics.contract.ts';
import { rangeOf } from './statistics-range.service.ts';
import type { StatisticsFilter } from '#features/analytics/statistics/statistics.contract.ts';
import type { SelectedProject } from '#server/app/access.ts';
import { csvText } from '#server/formats/csv.ts';

const rowsAtOnce = 1_000;

interface FileOf<Input, Row> {
  readonly name: string;
  readonly project: SelectedProject;
  readonly input: Input & StatisticsFilter;
  readonly list: (input: Input & { readonly page: number; readonly per_page: number }) => Promise<Page<Row>>;
  /** By column title. */
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null>>;
}

export async function statisticsFile<Input, Row>({
  name,
  project,
  input,
  list,
  columns,
}: FileOf<Input, Row>): Promise<StatisticsFile> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages && rows.length < longestFileRows; page += 1) {
    const { items, total_pages: all } = await list({ ...input, page, per_page: rowsAtOnce });
    rows.push(...items);
    pages = all;
  }
  const { start, end } = rangeOf(input, project.timeZone);
  const cells = Object.values(columns);
  return {
    file_name: `${name}-${start}-${end}.csv`,
    csv: csvText(
      Object.keys(columns),
      rows.slice(0, longestFileRows).map((row) => cells.map((cell) => cell(row))),
    ),
  };
}
