export function installedChromium(): string | null;
export function prepareChromium(): Promise<{ readonly file: string } | null>;
