import { readFileSync } from 'node:fs';

/** Linux only. */
export const peakMegabytes = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Own memory and page cache of its files, in MB. Linux only. */
export function memoryNow(pid: number): { readonly ownMegabytes: number; readonly mappedMegabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(String.raw`^${name}:\s+(\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024);
  return { ownMegabytes: megabytes('RssAnon'), mappedMegabytes: megabytes('RssFile') };
}

/** All threads. Linux only. */
export function processorSeconds(pid: number): number {
  const ticksPerSecond = 100;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** null: none. Linux only. */
export function childRunning(pid: number, program: string): number | null {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return children.find((child) => commandOf(child).includes(program)) ?? null;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export function childFigures(parent: number, program: string) {
  const figures = { peakMegabytes: 0, ownMegabytes: 0, mappedMegabytes: 0, processorSeconds: 0 };
  return {
    figures,
    look(): void {
      const child = childRunning(parent, program);
      if (child === null) return;
      try {
        figures.processorSeconds = processorSeconds(child);
        figures.peakMegabytes = peakMegabytes(child);
        const { ownMegabytes, mappedMegabytes } = memoryNow(child);
        figures.ownMegabytes = Math.max(figures.ownMegabytes, ownMegabytes);
        figures.mappedMegabytes = Math.max(figures.mappedMegabytes, mappedMegabytes);
      } catch {}
    },
  };
}
