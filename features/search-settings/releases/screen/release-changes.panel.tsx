/** What else shows changes as releases do. */
export { ReleaseChanges } from './release-changes.tsx';
