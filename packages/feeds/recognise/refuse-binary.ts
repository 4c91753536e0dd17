import { FeedError } from '#feeds/feed-error.ts';

type BinaryKind = 'workbook' | 'archive' | 'pdf' | 'picture' | 'binaryFile';

const marks: readonly (readonly [RegExp, BinaryKind])[] = [
  [/^PK\u0003\u0004[\s\S]*(?:xl\/|\[Content_Types\]\.xml|opendocument\.spreadsheet)/, 'workbook'],
  [/^\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1/, 'workbook'],
  [/^PK(?:\u0003\u0004|\u0005\u0006)|^Rar!\u001a|^7z\u00bc\u00af|^BZh\d|^\u00fd7zXZ/, 'archive'],
  [/^%PDF-/, 'pdf'],
  [
    /^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8|^RIFF[\s\S]{4}WEBP|^BM[\s\S]{4}\u0000\u0000\u0000\u0000|^II\*\u0000|^MM\u0000\*/,
    'picture',
  ],
  [/^\u007fELF|^MZ[\u0000-\u00ff]{2}|^SQLite format 3/, 'binaryFile'],
];

const markBytes = 4096;

/** @throws FeedError unless it can be text */
export function refuseBinary(head: Uint8Array): void {
  const kind = kindOf(head);
  if (kind) throw new FeedError(kind);
}

export function isWorkbook(head: Uint8Array): boolean {
  return kindOf(head) === 'workbook';
}

function kindOf(head: Uint8Array): BinaryKind | undefined {
  const start = Buffer.from(head.subarray(0, markBytes)).toString('latin1').trimStart();
  return marks.find(([mark]) => mark.test(start))?.[1];
}
