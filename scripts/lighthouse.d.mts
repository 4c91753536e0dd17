/** The file of Lighthouse's module, once it is installed. Rejects where it can't be. */
export function prepareLighthouse(): Promise<string>;
