export function prepareS3(): Promise<{ readonly url: string; stop(): Promise<void> } | null>;
