interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export function readTimes(text: string): FileTime[];
export function judgeTimes(times: readonly FileTime[]): { readonly passed: number; readonly failed: number };
