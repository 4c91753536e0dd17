import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';

export type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>;

const isProof = /\.(?:test|e2e)\.tsx?$/;
/** With all of its folders; those of `account` are features, but for its two sides. */
const featureOf = (folder: string): string =>
  folder
    .split('/', 2)
    .join('/')
    .replace(/\/(?:server|screen)$/, '');
const importedFeature = /from '#features\/([^']+)\/[^/']+'/g;

/** Reads the imports between the folders of `features` below `root`. Tests may import anything. */
export function featureArrows(root: string): Arrows {
  const arrows = new Map<string, Map<string, string>>();
  for (const file of globSync('features/**/*.{ts,tsx}', { cwd: root })) {
    if (isProof.test(file)) continue;
    const from = featureOf(path.dirname(path.relative('features', file)));
    for (const [, folder = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(importedFeature)) {
      const to = featureOf(folder);
      if (to === from || to.startsWith(`${from}/`)) continue;
      arrows.set(from, (arrows.get(from) ?? new Map<string, string>()).set(to, file));
    }
  }
  return arrows;
}

/** One circle of features, as the imports that make it; null when there is none. */
export function findCircle(arrows: Arrows): string[] | null {
  const done = new Set<string>();
  const visit = (feature: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(feature);
    if (start !== -1) return circleOf(arrows, [...path.slice(start), feature]);
    if (done.has(feature)) return null;
    for (const next of arrows.get(feature)?.keys() ?? []) {
      const circle = visit(next, [...path, feature]);
      if (circle) return circle;
    }
    done.add(feature);
    return null;
  };
  for (const feature of arrows.keys()) {
    const circle = visit(feature, []);
    if (circle) return circle;
  }
  return null;
}

const circleOf = (arrows: Arrows, features: readonly string[]): string[] =>
  features.slice(1).map((to, index) => `${features[index]} imports ${to} in ${arrows.get(features[index] ?? '')?.get(to)}`);
