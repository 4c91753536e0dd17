/** The file of a package's main module, once it is installed. Rejects where it can't be. */
export function prepareBenchPackage(name: 'lighthouse' | '@lancedb/lancedb' | 'mysql2'): Promise<string>;
