export type { ProjectScope } from '#server-kit/db/row-scope.ts';
export { columnContains, contains } from '#server-kit/db/row-table.ts';
