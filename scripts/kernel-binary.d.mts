export const kernelBinaryFile: string;
export function kernelBinaryModule(): Promise<string>;
export function writeKernel(): Promise<void>;
