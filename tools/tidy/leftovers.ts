import { type Ban, findMatches } from './banned-text.ts';
import type { Rule, Source, SourceFile, Tree } from './tree.ts';

const IN_CODE: Ban[] = [
  { args: /(?<![\w$.])debugger\b(?!\s*[:(.=,])/g, advice: 'take it out.' },
  {
    args: /(?<![\w$.])(?:it|test|describe|suite|bench)(?:\s*\.\s*\w+)*?\s*\.\s*(?:only|skip|fixme)\b/g,
    advice: 'every test runs; mend it or delete it.',
  },
];
const IN_TESTS: Ban[] = [
  {
    args: /(?<!\b(?:it|test|describe|suite|bench)\s*)\.\s*skip\s*\(/g,
    advice: 'every test runs; mend it or delete it.',
  },
];
const OUTSIDE_TOOLS: Ban[] = [
  { args: /(?<![\w$])console\s*\??\s*[.[]/g, advice: 'log through the platform, or take it out.' },
];
const IN_COMMENTS: Ban[] = [
  { args: /\bFIXME\b/g, advice: 'fix it, or open an issue and name its number.' },
  { args: /\bTODO\b(?!.*#\d)/g, advice: 'do it, or name the issue as #<number>.' },
];

/** Forbids temporary code, which tends to stay for years. */
export const leftovers: Rule = {
  name: 'leftovers',
  check: ({ sources, files }: Tree) => [
    ...sources.flatMap(checkSource),
    ...files.filter(({ path }) => /\.(?:sql|css|html)$/.test(path)).flatMap(checkText),
  ],
};

function checkSource({ path, code, comments, isTest }: Source) {
  const bans = [...IN_CODE, ...(isTest ? IN_TESTS : []), ...(path.startsWith('tools/') ? [] : OUTSIDE_TOOLS)];
  return [...findMatches(path, code, bans), ...findMatches(path, comments, IN_COMMENTS)];
}

const checkText = ({ path, text }: SourceFile) => findMatches(path, text, IN_COMMENTS);
