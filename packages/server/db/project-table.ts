export type { ProjectScope } from './row-scope.ts';
export { contains } from './row-scope.ts';
