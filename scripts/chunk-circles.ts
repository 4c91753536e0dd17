import type { Plugin } from 'vite';

/** Files that need each other, in the order of their imports, with the first one at the end again. Null when there are none. */
export function circleOf(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): readonly string[] | null => {
    const place = way.indexOf(file);
    if (place !== -1) return [...way.slice(place), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}

/**
 * Fails the build when chunks need each other. The browser then runs one of them before what it uses is there, and which one depends on
 * the page that is opened first, so it may well go unnoticed. Imports on demand may go in a circle: they wait.
 */
export const noChunkCircles = (): Plugin => ({
  name: 'no-chunk-circles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const circle = circleOf(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (circle) this.error(`These files of the console need each other, so that one runs too early: ${circle.join(' → ')}`);
    },
  },
});
