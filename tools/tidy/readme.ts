import type { Rule, Tree } from './tree.ts';

const NEEDS_ONE = /^(?:apps\/server\/src\/modules|packages|tools)\/[^/]+(?=\/)/;

/** Requires a README in every folder with its own owner and purpose, so that it states both. */
export const readme: Rule = {
  name: 'readme',
  check: ({ files }: Tree) => {
    const paths = new Set(files.map(({ path }) => path));
    const folders = new Set([...paths].flatMap((path) => NEEDS_ONE.exec(path)?.[0] ?? []));
    return [...folders]
      .map((folder) => `${folder}/README.md`)
      .filter((path) => !paths.has(path))
      .map((path) => ({
        path,
        line: 1,
        advice: 'is missing; say what the folder is for and what is always true of it.',
      }));
  },
};
