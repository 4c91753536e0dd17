export function readTimes(text: string): { readonly file: string; readonly seconds: number }[];
