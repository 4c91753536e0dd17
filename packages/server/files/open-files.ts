import type { Files } from './files.ts';
import { folderFiles } from './folder-files.ts';
import type { S3Settings } from './s3-files.ts';

/** Where files are kept that whichever server does the work has to find. Plain data: it is handed to the processes of imports. */
export type FilesSettings = { readonly kind: 'folder'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings);

/** The client of S3 is loaded only where it is used. */
export async function openFiles(settings: FilesSettings): Promise<Files> {
  if (settings.kind === 'folder') return folderFiles(settings.directory);
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(settings);
}
