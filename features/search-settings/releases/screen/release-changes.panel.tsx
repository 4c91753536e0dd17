export { ReleaseChanges } from './release-changes.tsx';
