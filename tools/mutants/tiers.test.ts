import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tier } from './faults.ts';
import { commandsIn } from './tiers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  writeFileSync(join(folder, 'package.json'), '{ "scripts": {} }');
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesOf = (tier: Tier, ...names: readonly string[]) =>
  commandsIn(folder)
    [tier](names)
    .map(({ argv }) => argv.join(' '));
const readAt = (tier: Tier, at: number, log: string) => commandsIn(folder)[tier]([])[at]?.read(log, folder);

describe('the commands of a tier', () => {
  it('use the names they are given', () => {
    expect(linesOf('unit', 'a.test.ts')).toEqual([
      'npm run -s test -- a.test.ts --outputFile.names=reports/mutants.json',
    ]);
    expect(linesOf('trials', 'torture spot', 'proof tampering')).toEqual([
      'npm run -s torture -- spot --short',
      'npm run -s proof -- tampering --short',
    ]);
    expect(linesOf('trials')).toEqual(['npm run -s torture -- --short', 'npm run -s proof -- --short']);
  });

  it('check pages with one command if the checkout has it', () => {
    expect(linesOf('pages', 'fund/assets')).toHaveLength(3);
    writeFileSync(join(folder, 'package.json'), '{ "scripts": { "pages": "" } }');
    expect(linesOf('pages', 'fund/assets')).toEqual(['npm run -s pages -- fund/assets']);
  });
});

describe('the complaints of a command', () => {
  it('are read from the test report', () => {
    mkdirSync(join(folder, 'reports'));
    const failed = [{ file: 'a.test.ts', test: 'finds everything of plus/verify?a=1 on 320 px', reason: 'cut' }];
    writeFileSync(join(folder, 'reports/mutants.json'), JSON.stringify({ passed: 0, failed, flaky: [] }));
    expect(readAt('unit', 0, '')).toMatchObject([{ where: 'a.test.ts' }]);
    expect(readAt('pages', 2, '')).toMatchObject([{ where: 'plus/verify' }]);
  });

  it('are read from the output of trials, pages and checkers', () => {
    expect(readAt('trials', 0, 'holds · torture kills: 0\nFALLS SHORT · torture spot: 2 lost · 9 s')).toEqual([
      { where: 'torture spot', what: '', why: '2 lost · 9 s' },
    ]);
    expect(
      readAt('pages', 0, '   no name: 2\n     a button — nft/nft (user dark), fund/assets (x and 2 more)\n'),
    ).toEqual([
      { where: 'nft/nft', what: 'a button', why: '' },
      { where: 'fund/assets', what: 'a button', why: '' },
    ]);
    expect(readAt('check', 0, 'packages/a.ts:3: purity: no clock\ntidy: 1 to change.')).toEqual([
      { where: 'packages/a.ts:3: purity: no clock', what: '', why: '' },
    ]);
  });
});
