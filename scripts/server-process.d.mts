export function serverArguments(of: { readonly isBuilt: boolean }): readonly string[];
export const serverEnvironment: Readonly<Record<string, string>>;
