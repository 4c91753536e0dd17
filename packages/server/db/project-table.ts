export type { ProjectScope } from './row-scope.ts';
export { contains } from './rows/row-table.ts';
