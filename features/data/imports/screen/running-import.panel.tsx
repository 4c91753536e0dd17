export { ImportProgress as RunningImport } from './import-progress.tsx';
