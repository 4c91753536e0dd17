import type { Files } from './files.ts';
import { folderFiles } from './folder-files.ts';
import type { S3Settings } from './s3-files.ts';

/** Plain data, passed to import processes. */
export type FilesSettings = { readonly kind: 'folder'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings);

/** The S3 client is loaded only where it is used. */
export async function openFiles(settings: FilesSettings): Promise<Files> {
  if (settings.kind === 'folder') return folderFiles(settings.directory);
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(settings);
}
