export { useRecreate } from './collection-actions.tsx';
export { RecreateProgress } from './recreate-progress.tsx';
export { isUnderWay } from './recreate-watch.tsx';
