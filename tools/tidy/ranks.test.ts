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
  it.each(DOWN)('let %s import %s below it', (from, to) => {
    expect(found(from, to)).toEqual([]);
  });

  it.each(SIDEWAYS)('keep %s from importing %s beside it', (from, to) => {
    expect(found(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it.each(UP)('keep %s from importing %s above it', (from, to) => {
    expect(found(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it('are those of the house style', () => {
    expect(RANKS.map((rank) => rank.join(' '))).toEqual([
      'ledger reference notify media',
      'auth limits kyc content market chat proof',
      'wallet',
      'spot contract seconds otc invest mining ieo loan nft game',
      'copy invite bonus',
      'admin',
    ]);
  });

  it('hold for tests too, and for an import by name', () => {
    expect(found('wallet', 'spot', 'wallet.db.test.ts')).toEqual([`${fileOf('wallet', 'wallet.db.test.ts')}:1`]);
    expect(spotsFound(ranks, { [fileOf('wallet')]: "import '@app/server/modules/spot';" })).toHaveLength(1);
  });

  it('leave a module free within itself, and others out of it', () => {
    expect(spotsFound(ranks, { [fileOf('spot')]: "import './spot.store.ts';\nimport '@app/domain/wallet';" })).toEqual(
      [],
    );
    expect(spotsFound(ranks, { 'apps/server/src/bin/api.ts': "import '../modules/admin/index.ts';" })).toEqual([]);
  });

  it('given a module without a rank, when it is found, then it is told once where to get one', () => {
    const texts = { [fileOf('lottery', 'a.ts')]: '', [fileOf('lottery', 'b.ts')]: '' };
    expect(spotsFound(ranks, texts)).toEqual([`${fileOf('lottery', 'a.ts')}:1`]);
    expect(adviceOn(ranks, texts)).toContain('ranks.ts');
  });

  it('say what to do instead', () => {
    expect(adviceOn(ranks, { [fileOf('wallet')]: "import '../spot/index.ts';" })).toBe(
      'wallet imports spot upwards (2 to 3); publish an event that it reads.',
    );
  });
});
