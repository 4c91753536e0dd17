/** Answers whether they are there now. */
export function installDebianPackages(...packages: readonly string[]): Promise<boolean>;
