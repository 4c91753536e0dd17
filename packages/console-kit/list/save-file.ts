const types: Readonly<Record<string, string>> = { json: 'application/json', txt: 'text/plain', yaml: 'application/yaml' };
const usualType = 'text/csv';

/** Hands a text to the person as a file. Its name says its type. */
export function saveFile(name: string, text: string): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? usualType;
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
