import { msg } from '#console-kit/text/i18n.ts';
import type { Import } from './imports.contract.ts';

export const stepWords: Readonly<Record<Import['step'], string>> = {
  download: msg('Download'),
  read: msg('Read'),
  check: msg('Check'),
  build: msg('Build'),
  publish: msg('Publish'),
};
