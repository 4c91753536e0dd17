/** What other screens show and do about building a collection anew. */
export { useRecreate } from './collection-actions.tsx';
export { RecreateProgress } from './recreate-progress.tsx';
export { isUnderWay } from './recreate-watch.tsx';
