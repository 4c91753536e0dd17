export type { ProjectScope } from '#server-kit/db/row-scope.ts';
export { contains } from './rows/row-table.ts';
