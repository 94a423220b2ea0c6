import { describe, expect, it } from 'vitest';
import { makeTree } from '../tidy/tree.ts';
import type { Fault, Tier } from './faults.ts';
import { groupFaults } from './groups.ts';

const fault = (name: string, expects: string, tier: Tier = 'unit'): Fault => ({
  name,
  file: `packages/${name}/src/rule.ts`,
  find: 'a',
  replace: 'b',
  tiers: [tier],
  expects: [expects],
});
const test = (name: string, text = '') => ({ path: `packages/${name}/src/rule.test.ts`, text });
const rule = (name: string, text = '') => ({ path: `packages/${name}/src/rule.ts`, text });
const namesIn = (faults: readonly Fault[], files: Parameters<typeof makeTree>[0]) =>
  groupFaults(faults, makeTree(files)).map((group) => group.map(({ name }) => name));

describe('faults are injected together', () => {
  const [base, money, ui] = ['base', 'money', 'ui'].map((name) => fault(name, `packages/${name}/src/`)) as [
    Fault,
    Fault,
    Fault,
  ];

  it('unless a test that should detect one imports the other, even transitively', () => {
    const files = [
      ...[rule('base'), rule('money', `import '../../base/src/rule.ts';`), rule('ui')],
      ...[test('base', `import './rule.ts';`), test('money', `import './rule.ts';`), test('ui', `import './rule.ts';`)],
    ];
    expect(namesIn([base, money, ui], files)).toEqual([['base', 'ui'], ['money']]);
  });

  it('unless they expect the same test, or belong to a trial', () => {
    const pages = ['one', 'other', 'third'].map((name) => fault(name, name === 'third' ? 'b' : 'a', 'pages'));
    expect(namesIn(pages, [])).toEqual([['one', 'third'], ['other']]);
    expect(namesIn([fault('one', 'torture a', 'trials'), fault('other', 'torture b', 'trials')], [])).toHaveLength(2);
  });
});
