import { describe, expect, it } from 'vitest';
import { cycles } from './cycles.ts';
import { adviceOn, spotsFound } from './planted.ts';

const file = (name: string) => `packages/base/src/${name}.ts`;
const circle = (closing: string) => ({
  [file('a')]: "\nimport { b } from './b.ts';",
  [file('b')]: "import './leaf.ts';\nexport { c } from './c.ts';",
  [file('leaf')]: '',
  [file('c')]: closing,
  [file('d')]: "import './a.ts';",
});

describe('an import cycle', () => {
  it.each([
    "import { a } from './a.ts';",
    "import './a.ts';",
    "export * from './a.ts';",
    "import { type A } from './a.ts';",
  ])('is found once when closed by %s', (closing) => {
    expect(spotsFound(cycles, circle(closing))).toEqual([`${file('a')}:2`]);
    expect(adviceOn(cycles, circle(closing))).toContain([file('a'), file('b'), file('c'), file('a')].join(' → '));
  });

  it.each([
    "import type { A } from './a.ts';",
    "export type { A } from './a.ts';",
    "const a = () => import('./a.ts');",
    '',
  ])('is not reported when closed by %j, which needs nothing at startup', (closing) => {
    expect(spotsFound(cycles, circle(closing))).toEqual([]);
  });

  it('is found through a package’s public API', () => {
    const files = {
      'packages/base/src/index.ts': "export * from './a.ts';",
      [file('a')]: "import '@app/base';",
    };
    expect(spotsFound(cycles, files)).toHaveLength(1);
  });

  it('is found when a file imports itself, and each cycle has its own finding', () => {
    expect(spotsFound(cycles, { [file('a')]: "import './a.ts';" })).toEqual([`${file('a')}:1`]);
    const two = { a: 'b', b: 'a', c: 'd', d: 'c' };
    const files = Object.fromEntries(Object.entries(two).map(([from, to]) => [file(from), `import './${to}.ts';`]));
    expect(spotsFound(cycles, files)).toEqual([`${file('a')}:1`, `${file('c')}:1`]);
  });
});
