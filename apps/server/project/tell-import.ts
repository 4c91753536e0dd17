import type { FileChange, ProjectImport } from '#features/owner/project-file/project-file.contract.ts';

const marks: Readonly<Record<FileChange['kind'], string>> = {
  added: '+',
  deleted: '-',
  changed: '~',
  turnedOn: '~',
  turnedOff: '~',
  began: '~',
  ended: '~',
};

export function tellImport({ counts, changes, kept, left_out: leftOut }: ProjectImport): string[] {
  const count = Object.values(counts)
    .flatMap((ofSource) => Object.values(ofSource))
    .reduce((sum, one) => sum + one, 0);
  return [
    ...changes.flatMap(toldChange),
    ...(count > changes.length ? [`… and ${count - changes.length} more.`] : []),
    ...kept.map(
      ({ source, collection, names }) => `= ${placeOf(source, collection)}: ${names.length} not in the file stay as they are`,
    ),
    ...leftOut.map(({ source, collection, name, message }) => `! ${placeOf(source, collection)}: ${name}: ${message}`),
    count === 0 ? 'The project already matches the file.' : `Rows that differ: ${count}`,
  ];
}

const placeOf = (source: string, collection: string | null): string =>
  collection === null ? source : `${collection} › ${source}`;

function toldChange({ kind, source, collection, name, fields }: FileChange): string[] {
  const line = `${marks[kind]} ${placeOf(source, collection)}: ${name}`;
  if (kind === 'added' || kind === 'deleted') return [line];
  return [line, ...fields.map(({ field, before, after }) => `    ${field}: ${before ?? '–'} → ${after ?? '–'}`)];
}
