/** How an import goes, for screens beside that of its feed. */
export { ImportProgress as RunningImport } from './import-progress.tsx';
