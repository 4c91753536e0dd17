const types: Readonly<Record<string, string>> = { json: 'application/json', txt: 'text/plain', yaml: 'application/yaml' };
const usualType = 'text/csv';

export function saveFile(name: string, content: string | Blob): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? usualType;
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

export const openDownload = (address: string): void =>
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();
