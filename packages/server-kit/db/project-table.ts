export type { ProjectScope } from '#server-kit/db/row-scope.ts';
export { contains } from '#server-kit/db/row-table.ts';
