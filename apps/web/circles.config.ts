import type { Plugin } from 'vite';

/** Static imports of each file. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns an import cycle, or undefined. */
export function findCircle(imports: Imports): readonly string[] | undefined {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/**
 * Refuses a build with circular imports: one of the files would run before its dependencies, and which page that breaks
 * changes with every build.
 */
export const circles = (): Plugin => ({
  name: 'circles',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
    const circle = findCircle(new Map(files.map(({ fileName, imports }) => [fileName, imports])));
    if (circle !== undefined) this.error(`files import one another in a circle: ${circle.join(' → ')}`);
  },
});
