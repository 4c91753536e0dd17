const types: Readonly<Record<string, string>> = { json: 'application/json', txt: 'text/plain', yaml: 'application/yaml' };
const usualType = 'text/csv';

/** Hands a text to the person as a file, whose name says its type; or what came as a file. */
export function saveFile(name: string, content: string | Blob): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? usualType;
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** Has the browser fetch a file of any length straight to where the person keeps files. */
export const openDownload = (address: string): void =>
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();
