export const serverArguments: (how: { isBuilt: boolean }) => string[];
export const serverEnvironment: { NODE_COMPILE_CACHE: string; MALLOC_MMAP_THRESHOLD_: string };
export const commandPrograms: string[];
