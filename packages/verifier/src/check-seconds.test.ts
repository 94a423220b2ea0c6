import { describe, expect, inject, it } from 'vitest';
import { seeded } from '../test/seeded.ts';
import {
  ALL_SECONDS_CHECKS,
  checkSeconds,
  type IssuedBet,
  isOverdueAt,
  readSeconds,
  type SecondsFindings,
} from './index.ts';
import {
  BET_LIES,
  BET_TERMS,
  betIn,
  CONTRACT_MARKETS,
  type ForgedBet,
  makeHouse,
  OBVIOUS_BET_LIES,
  repriced,
  STRICT_TERMS,
  sealBet,
  settleBetIn,
  showBet,
  tickAt,
  type WantedBet,
  type WantedSettlement,
} from './samples/index.ts';

/** Each costs 0.1 s; the seed picks the first lie. `npm run proof tampering` forges 200, in Node and in a browser. */
const FORGED = inject('isLong') ? 200 : 40;
const random = seeded(23);
const house = await makeHouse(random);
const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
const NOTHING: SecondsFindings = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };

type Checks = typeof ALL_SECONDS_CHECKS;
function without(check: string): Checks {
  const [part, name] = check.split(' ') as [keyof Checks, string];
  const rest = Object.entries(ALL_SECONDS_CHECKS[part]).filter(([key]) => key !== name);
  return { ...ALL_SECONDS_CHECKS, [part]: Object.fromEntries(rest) };
}
async function found({ text, asked, kept }: ForgedBet, checks = ALL_SECONDS_CHECKS): Promise<string[]> {
  const receipt = readSeconds(text, asked);
  const { isAwaited: _, rule, ...findings } = await checkSeconds(receipt, kept, checks);
  return Object.entries({ ...findings, [receipt.outcome.kind]: rule }).flatMap(([part, names]) =>
    names.map((name) => `${part} ${name}`),
  );
}

async function judge(receipt: IssuedBet, earlier: readonly IssuedBet[], own = house): Promise<SecondsFindings> {
  const sealed = await sealBet(own, receipt);
  const text = await showBet(sealed, receipt, earlier);
  const parsed = readSeconds(text, { id: receipt.id, markets: CONTRACT_MARKETS });
  const keptByReader = { keptKeys: kept.keptKeys, keptHeads: sealed.heads };
  expect(await checkSeconds(parsed, keptByReader)).toEqual(NOTHING);
  return await checkSeconds(parsed);
}

describe('the check of a bet', () => {
  it.each<WantedBet>([
    {},
    { side: 'down', seconds: 10, book: 'demo' },
    { stake: '0.01', afterMs: 0 },
    { terms: STRICT_TERMS, afterMs: 1_900 },
  ])('given an honest platform that accepts %o, then nothing is found', async (wanted) => {
    expect(await judge(betIn(house, wanted), [])).toEqual(NOTHING);
  });

  const noEntry = { terms: STRICT_TERMS, afterMs: 950 };
  const noExit = { terms: STRICT_TERMS, seconds: 11 };
  const endings: readonly (readonly [string, WantedSettlement, WantedBet])[] = [
    ['settled', {}, {}],
    ['settled', {}, { side: 'down' }],
    ['settled', { cancelAfterMs: 1_000 }, { seconds: 10, book: 'demo' }],
    ['settled', { chain: { place: 9, previous: 'ab'.repeat(32) } }, { afterMs: 900 }],
    ['cancelled', { cancelAfterMs: 0 }, {}],
    ['cancelled', { cancelAfterMs: 300 }, {}],
    ['cancelled', { cancelAfterMs: 300, isLate: true }, {}],
    ['void', {}, noEntry],
    ['void', { isLate: true }, noEntry],
    ['void', { cancelAfterMs: 1_500 }, noEntry],
    ['void', {}, noExit],
    ['void', { isLate: true }, noExit],
  ];
  it.each(endings)(
    'given an honest platform, when a bet is %s by %o of %o, then nothing is found',
    async (end, wanted, bet) => {
      const accepted = betIn(house, bet);
      const receipt = await settleBetIn(house, accepted, wanted);
      const { outcome } = receipt.body.settlement;
      expect(end === 'settled' ? ['profit', 'loss'].includes(outcome) : outcome === end).toBe(true);
      expect(await judge(receipt, [accepted])).toEqual(NOTHING);
    },
  );

  it('given equal prices, then the stake comes back, and nothing is found', async () => {
    const flat = await repriced(house, 92, () => tickAt(house, { block: 62 }).price);
    const accepted = betIn(flat, { stake: '12.34' });
    const receipt = await settleBetIn(flat, accepted);
    expect(receipt.body.settlement).toMatchObject({ outcome: 'flat', returned: '12.34' });
    expect(await judge(receipt, [accepted], flat)).toEqual(NOTHING);
  });

  it.each(BET_LIES)('given $name, then "$foundBy" finds it, and no other check does', async (lie) => {
    const forged = await lie.forge(house, random);
    expect(await found(forged)).toEqual([lie.foundBy]);
    expect(await found(forged, without(lie.foundBy))).toEqual([]);
  });

  it('has a forgery for every check of receipt, rules and seal', () => {
    const { tick: _, ...own } = ALL_SECONDS_CHECKS;
    const all = Object.entries(own).flatMap(([part, checks]) => Object.keys(checks).map((name) => `${part} ${name}`));
    expect([...new Set<string>(BET_LIES.map(({ foundBy }) => foundBy))].sort()).toEqual(all.sort());
  });

  it(`given ${FORGED} forged receipts of random figures, then all are found`, async () => {
    for (let round = 0; round < FORGED; round++) {
      const lie = BET_LIES[(round + inject('seed')) % BET_LIES.length];
      if (lie === undefined) throw new Error('no lies');
      expect(await found(await lie.forge(house, random)), lie.name).toContain(lie.foundBy);
    }
    expect(new Set(BET_LIES.map(({ name }) => name)).size).toBe(BET_LIES.length);
    expect(BET_LIES.length).toBeGreaterThan(60);
  });

  it.each(OBVIOUS_BET_LIES)('given $name, then it is found', async ({ forge }) => {
    for (let round = 0; round < 5; round++) {
      const forged = await forge(house, random);
      expect(await found(forged).catch(() => ['unreadable']), JSON.stringify(forged.text)).not.toEqual([]);
    }
  });

  it('given a receipt that no block has sealed, then it is awaited for a minute, and overdue after that', async () => {
    const receipt = readSeconds(await showBet(house, betIn(house)));
    expect(await checkSeconds(receipt)).toEqual({ ...NOTHING, isAwaited: true });
    const { atMs } = receipt.claim;
    expect([60_000, 60_001].map((age) => isOverdueAt(atMs, atMs + age))).toEqual([false, true]);
    expect(receipt.terms).toEqual(BET_TERMS);
  });
});
