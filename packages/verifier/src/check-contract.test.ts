import { describe, expect, inject, it } from 'vitest';
import { seeded } from '../test/seeded.ts';
import {
  ALL_CONTRACT_CHECKS,
  type ContractFindings,
  checkContract,
  type IssuedContract,
  isOverdueAt,
  readContract,
} from './index.ts';
import {
  CONTRACT_LIES,
  CONTRACT_MARKETS,
  type ForgedContract,
  makeHouse,
  nightIn,
  OBVIOUS_CONTRACT_LIES,
  openIn,
  sealContract,
  settleIn,
  showContract,
  TICK_BLOCK,
  tickAt,
  type WantedEnding,
  type WantedOpening,
} from './samples/index.ts';
import { decimal } from './units.ts';

/** Each costs 0.1 s; the seed picks the first lie. `npm run proof tampering` forges 200, in Node and in a browser. */
const FORGED = inject('isLong') ? 200 : 40;
const random = seeded(21);
const house = await makeHouse(random);
const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
const NOTHING: ContractFindings = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
const ONE = 10n ** 18n;
const priceAt = (block: number) => decimal(tickAt(house, { block }).price);
const RULE_PARTS = ['open', 'settlement', 'overnight'];

type Checks = typeof ALL_CONTRACT_CHECKS;
function without(check: string): Checks {
  const [part, name] = check.split(' ') as [keyof Checks, string];
  const rest = Object.entries(ALL_CONTRACT_CHECKS[part]).filter(([key]) => key !== name);
  return { ...ALL_CONTRACT_CHECKS, [part]: Object.fromEntries(rest) };
}
async function found({ text, asked, kept }: ForgedContract, checks = ALL_CONTRACT_CHECKS): Promise<string[]> {
  const receipt = readContract(text, asked);
  const { isAwaited: _, rule, ...findings } = await checkContract(receipt, kept, checks);
  return Object.entries({ ...findings, [receipt.outcome.kind]: rule }).flatMap(([part, names]) =>
    names.map((name) => `${part} ${name}`),
  );
}

async function judge(receipt: IssuedContract, earlier: readonly IssuedContract[]): Promise<ContractFindings> {
  const text = await showContract(await sealContract(house, receipt), receipt, earlier);
  const parsed = readContract(text, { id: receipt.id, markets: CONTRACT_MARKETS });
  expect(await checkContract(parsed, { keptKeys: kept.keptKeys })).toEqual(NOTHING);
  return await checkContract(parsed);
}

describe('the check of a contract', () => {
  it.each<WantedOpening>([
    {},
    { side: 'short', leverage: 1 },
    { lots: '400', leverage: 20, book: 'demo' },
    { kind: 'reverse', side: 'short', series: '2026-12-25' },
    { kind: 'limit', limit: priceAt(TICK_BLOCK - 10) },
    { kind: 'limit', limit: '200' },
    { kind: 'limit', side: 'short', limit: '90' },
    { kind: 'limit', side: 'short', leverage: 1, limit: '90', entry: () => 90n * ONE },
    { leverage: 1 },
  ])('given an honest platform that opens %o, then nothing is found', async (wanted) => {
    expect(await judge(openIn(house, wanted), [])).toEqual(NOTHING);
  });

  const fired = { triggerBlock: TICK_BLOCK - 2 };
  /** 2.5 base units opened at 300 have 0.9 left: fees take some of it, and the user gets the rest. */
  const barely = decimal((5n * (300n * ONE - tickAt(house, { block: TICK_BLOCK }).price)) / 2n + (9n * ONE) / 10n);
  const endings: readonly (readonly [WantedEnding, WantedOpening])[] = [
    [{}, {}],
    [{ cause: 'reverse' }, { side: 'short' }],
    [{ lots: '7.5', charged: '0.03' }, {}],
    [{ cause: 'stop', stopLoss: priceAt(TICK_BLOCK - 2), ...fired }, {}],
    [{ cause: 'stop', stopLoss: '90', ...fired }, { side: 'short' }],
    [{ cause: 'profit', takeProfit: '90', ...fired }, {}],
    [{ cause: 'profit', takeProfit: priceAt(TICK_BLOCK - 2), ...fired }, { side: 'short' }],
    [{ cause: 'delivery' }, { series: '2026-09-21' }],
    [{ cause: 'liquidation', margin: '0.01' }, { entry: () => 300n * ONE }],
    [
      { cause: 'liquidation', margin: '0.01', charged: '0.1' },
      { side: 'short', entry: () => 50n * ONE },
    ],
    [{ cause: 'liquidation', margin: barely, overnightIndex: '0.5' }, { entry: () => 300n * ONE }],
  ];
  it.each(endings)('given an honest platform that settles %o of %o, then nothing is found', async (ended, opened) => {
    const first = openIn(house, { lots: '25', ...opened });
    expect(await judge(await settleIn(house, [first], ended), [first])).toEqual(NOTHING);
  });

  it('given a position closed in three parts, then each continues the one before', async () => {
    const first = openIn(house, { lots: '25' });
    const second = await settleIn(house, [first], { lots: '5.01', block: TICK_BLOCK - 4, charged: '0.07' });
    const third = await settleIn(house, [first, second], { lots: '9.99', block: TICK_BLOCK - 2 });
    const last = await settleIn(house, [first, second, third]);
    expect(await judge(second, [first])).toEqual(NOTHING);
    expect(await judge(third, [first, second])).toEqual(NOTHING);
    expect(await judge(last, [first, second, third])).toEqual(NOTHING);
  });

  it('given two nights, then the second continues the first', async () => {
    const first = await nightIn(house, [], { day: '2026-09-20', block: TICK_BLOCK - 4 });
    expect(await judge(first, [])).toEqual(NOTHING);
    expect(await judge(await nightIn(house, [first]), [first])).toEqual(NOTHING);
  });

  it.each(CONTRACT_LIES)('given $name, then "$foundBy" finds it, and no other check does', async (lie) => {
    const forged = await lie.forge(house, random);
    expect(await found(forged)).toEqual([lie.foundBy]);
    expect(await found(forged, without(lie.foundBy))).toEqual([]);
  });

  it('has a forgery for every check of receipt, rules and seal', () => {
    const { tick: _, ...own } = ALL_CONTRACT_CHECKS;
    const all = Object.entries(own).flatMap(([part, checks]) => Object.keys(checks).map((name) => `${part} ${name}`));
    expect([...new Set<string>(CONTRACT_LIES.map(({ foundBy }) => foundBy))].sort()).toEqual(all.sort());
    expect(RULE_PARTS.every((part) => all.some((name) => name.startsWith(part)))).toBe(true);
  });

  it(`given ${FORGED} forged receipts of random figures, then all are found`, async () => {
    for (let round = 0; round < FORGED; round++) {
      const lie = CONTRACT_LIES[(round + inject('seed')) % CONTRACT_LIES.length];
      if (lie === undefined) throw new Error('no lies');
      expect(await found(await lie.forge(house, random)), lie.name).toContain(lie.foundBy);
    }
    expect(new Set(CONTRACT_LIES.map(({ name }) => name)).size).toBe(CONTRACT_LIES.length);
    expect(CONTRACT_LIES.length).toBeGreaterThan(40);
  });

  it.each(OBVIOUS_CONTRACT_LIES)('given $name, then it is found', async ({ forge }) => {
    for (let round = 0; round < 5; round++) {
      const forged = await forge(house, random);
      expect(await found(forged).catch(() => ['unreadable']), JSON.stringify(forged.text)).not.toEqual([]);
    }
  });

  it('given a receipt that no block has sealed, then it is awaited for a minute, and overdue after that', async () => {
    const receipt = readContract(await showContract(house, openIn(house)));
    expect(await checkContract(receipt)).toEqual({ ...NOTHING, isAwaited: true });
    const { atMs } = receipt.claim;
    expect([60_000, 60_001].map((age) => isOverdueAt(atMs, atMs + age))).toEqual([false, true]);
  });
});
