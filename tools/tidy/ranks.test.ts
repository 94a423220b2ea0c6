import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adviceOn, spotsFound } from './planted.ts';
import { RANKS, ranks } from './ranks.ts';

const MODULES = RANKS.flatMap((rank, height) => rank.map((module) => ({ module, height })));
const PAIRS = MODULES.flatMap((from) => MODULES.filter((to) => to !== from).map((to) => ({ from, to })));
const fileOf = (module: string, name = 'use-case.ts') => `apps/server/src/modules/${module}/${name}`;
const found = (from: string, to: string, name?: string) =>
  spotsFound(ranks, { [fileOf(from, name)]: `import type { Thing } from '../${to}/index.ts';` });

const name = ({ from, to }: (typeof PAIRS)[number]) => [from.module, to.module] as const;
const DOWN = PAIRS.filter(({ from, to }) => to.height < from.height).map(name);
const SIDEWAYS = PAIRS.filter(({ from, to }) => to.height === from.height).map(name);
const UP = PAIRS.filter(({ from, to }) => to.height > from.height).map(name);

describe('module ranks', () => {
  it.each(DOWN)('allow %s to import %s below it', (from, to) => {
    expect(found(from, to)).toEqual([]);
  });

  it.each(SIDEWAYS)('forbid %s to import %s of the same rank', (from, to) => {
    expect(found(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it.each(UP)('forbid %s to import %s above it', (from, to) => {
    expect(found(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it('are those of the style guide', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../docs/STYLE.md'), 'utf8');
    const lines = [...guide.matchAll(/^(\d) {2}([a-z ]+)$/gm)].map(([, rank, modules = '']) => [
      Number(rank),
      modules.split(/ +/),
    ]);
    expect(lines.reverse()).toEqual(RANKS.map((modules, rank) => [rank, modules]));
    expect(lines).toHaveLength(6);
  });

  it('apply to tests too, and to an import by name', () => {
    expect(found('wallet', 'spot', 'wallet.db.test.ts')).toEqual([`${fileOf('wallet', 'wallet.db.test.ts')}:1`]);
    expect(spotsFound(ranks, { [fileOf('wallet')]: "import '@app/server/modules/spot';" })).toHaveLength(1);
  });

  it('do not restrict imports within a module or from outside modules', () => {
    expect(spotsFound(ranks, { [fileOf('spot')]: "import './spot.store.ts';\nimport '@app/domain/wallet';" })).toEqual(
      [],
    );
    expect(spotsFound(ranks, { 'apps/server/src/bin/api.ts': "import '../modules/admin/index.ts';" })).toEqual([]);
  });

  it('given a module without a rank, when it is found, then it is reported once with where to add one', () => {
    const texts = { [fileOf('lottery', 'a.ts')]: '', [fileOf('lottery', 'b.ts')]: '' };
    expect(spotsFound(ranks, texts)).toEqual([`${fileOf('lottery', 'a.ts')}:1`]);
    expect(adviceOn(ranks, texts)).toContain('ranks.ts');
  });

  it('state the alternative', () => {
    expect(adviceOn(ranks, { [fileOf('wallet')]: "import '../spot/index.ts';" })).toBe(
      'wallet imports spot upwards (2 to 3); publish an event that it reads.',
    );
  });
});
