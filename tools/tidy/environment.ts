import { findMatches } from './banned-text.ts';
import type { Rule, Tree } from './tree.ts';

const BANS = [
  {
    args: /\bprocess\s*\??\.\s*env\b|\bprocess\s*(?:\?\.)?\[|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b(?!\s*\.)/g,
    advice: 'only config.ts reads the environment; take the value from the configuration.',
  },
];

const MAY_READ = /(?:^|\/)config\.ts$|\.config\.[a-z]+$|^tools\//;

/** Requires settings to be read, checked and typed once at startup; elsewhere they are parameters. */
export const environment: Rule = {
  name: 'environment',
  check: ({ sources }: Tree) =>
    sources
      .filter(({ path }) => !MAY_READ.test(path))
      .flatMap((source) => [
        ...findMatches(source.path, source.code, BANS),
        ...source.imports
          .filter(({ specifier }) => /^(?:node:)?process$/.test(specifier))
          .map(({ line }) => ({
            path: source.path,
            line,
            advice: 'node:process: use the global process, and its environment only in config.ts.',
          })),
      ]),
};
