export type { ProjectScope } from './row-scope.ts';
export { contains } from './search-text.ts';
