/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(
    new Blob([text], { type: `${name.endsWith('.json') ? 'application/json' : 'text/csv'};charset=utf-8` }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
