import { type ListedSettlement, receiptHash, type SecondsDayText } from '@app/verifier';
import {
  BET_LIES,
  betIn,
  CONTRACT_MARKETS,
  makeHouse,
  OBVIOUS_BET_LIES,
  STRICT_TERMS,
  sealBet,
  settleBetIn,
  showBet,
  type WantedBet,
  type WantedSettlement,
} from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { seeded } from '../trial/random.ts';
import { reportSeconds } from './report-seconds.ts';
import { reportSecondsDays } from './report-seconds-day.ts';
import {
  BET_SETTLEMENT_TEXTS,
  BET_TEXTS,
  SECONDS_DAY_TEXTS,
  SECONDS_SEAL_TEXTS,
  SECONDS_TEXTS,
} from './seconds-texts.ts';

const random = seeded(37);
const house = await makeHouse(random);
const TEXTS = {
  receipt: SECONDS_TEXTS,
  bet: BET_TEXTS,
  settlement: BET_SETTLEMENT_TEXTS,
  seal: SECONDS_SEAL_TEXTS,
} as const;
const accepted = betIn(house);
const wrongLines = (lines: readonly string[]) => lines.filter((line) => line.includes('WRONG'));

describe('the report of a bet', () => {
  const honest = [
    { texts: BET_TEXTS, title: 'bet of 25.5 USDT on BTC/USDT up for 30 s, real book', make: () => accepted },
    { texts: BET_SETTLEMENT_TEXTS, title: ', returned ', make: () => settleBetIn(house, accepted) },
  ];
  it.each(honest)('given an honest one of $title, then every check is named, and all of it holds', async (it) => {
    const receipt = await it.make();
    const sealed = await sealBet(house, receipt);
    const text = await showBet(sealed, receipt, 'settlement' in receipt.body ? [accepted] : []);
    const kept = { keptHeads: sealed.heads, keptKeys: sealed.signers.map(({ publicKey }) => publicKey) };
    const asked = { id: receipt.id, markets: CONTRACT_MARKETS };
    const { holds, lines } = await reportSeconds(text, { ...kept, asked, nowMs: 0 });
    expect([holds, lines.at(-1)], lines.join('\n')).toEqual([true, 'All of it holds.']);
    for (const { holds: line } of Object.values({ ...SECONDS_TEXTS, ...it.texts, ...SECONDS_SEAL_TEXTS }))
      expect(lines).toContain(`  holds  ${line}`);
    expect(lines[0]).toContain(it.title);
    expect(lines.join()).toContain('version 4 of the terms: 30 s pay 0.85, entry after 1000 ms, void after 3000 ms');
  });

  it.each(BET_LIES)('given $name, then that alone is reported', async ({ forge, foundBy }) => {
    const { text, asked = {}, kept = {} } = await forge(house, random);
    const id = asked.id ?? ('settlement' in text.body ? text.body.settlement.id : text.body.bet.id);
    const { holds, lines } = await reportSeconds(text, { ...kept, asked: { ...asked, id }, nowMs: 0 });
    const [part, name] = foundBy.split(' ') as [keyof typeof TEXTS, string];
    const { fails } = TEXTS[part][name as never];
    expect([holds, wrongLines(lines)]).toEqual([false, [`  WRONG  ${fails}`]]);
  });

  it.each(OBVIOUS_BET_LIES)('given $name, then it does not hold', async ({ forge }) => {
    const { text, asked } = await forge(house, random);
    const id = 'settlement' in text.body ? text.body.settlement.id : '';
    const reader = { asked: { id, ...asked }, nowMs: 0 };
    const { holds } = await reportSeconds(text, reader).catch(() => ({ holds: false }));
    expect(holds).toBe(false);
  });

  it('given one that no block has sealed, when it is new, then it is awaited, and later it was never sealed', async () => {
    const text = await showBet(house, accepted);
    const { at } = accepted.body.bet;
    const early = await reportSeconds(text, { asked: { id: accepted.id }, nowMs: at + 30_000 });
    expect([early.holds, wrongLines(early.lines)]).toEqual([false, []]);
    const late = await reportSeconds(text, { asked: { id: accepted.id }, nowMs: at + 61_000 });
    expect(wrongLines(late.lines)).toEqual([expect.stringContaining('never sealed')]);
  });
});

/** Settles bets one after the other, and chains their receipts from a place on. */
async function settleAll(
  wanted: readonly (readonly [WantedBet, WantedSettlement])[],
  { from = 1, previous = null }: { readonly from?: number; readonly previous?: string | null } = {},
): Promise<ListedSettlement[]> {
  const receipts: ListedSettlement[] = [];
  for (const [at, [bet, settlement]] of wanted.entries()) {
    const last = receipts.at(-1);
    const chain = { place: from + at, previous: last ? await hashOf(last) : previous };
    const receipt = await settleBetIn(house, betIn(house, { ...bet, n: at }), { ...settlement, chain, n: at });
    receipts.push({ ...receipt, place: chain.place });
  }
  return receipts;
}

const hashOf = ({ id, kind, body }: ListedSettlement) => receiptHash({ id, kind, body });

const NO_ENTRY = { terms: STRICT_TERMS, afterMs: 950 };
const BETS: readonly (readonly [WantedBet, WantedSettlement])[] = [
  [{ side: 'up', stake: '10' }, {}],
  [{ side: 'down', stake: '10' }, {}],
  [{ stake: '7.5' }, { cancelAfterMs: 0 }],
  [NO_ENTRY, {}],
];

describe('the report of a day', async () => {
  const receipts = await settleAll(BETS);
  const last = receipts.at(-1) as ListedSettlement;
  /** One of both sides is right: 10 and 85 % come back of 20. */
  const published: SecondsDayText = {
    symbol: 'BTC/USDT',
    match_id: 300,
    day: last.body.settlement.day,
    currency_name: 'USDT',
    profits: 1,
    losses: 1,
    flats: 0,
    voids: 1,
    cancels: 1,
    stakes: '20',
    returned: '18.5',
    first_place: 1,
    last_place: 4,
    root: await hashOf(last),
  };
  const report = (change: Partial<SecondsDayText>, shown: readonly ListedSettlement[] = receipts) =>
    reportSecondsDays('real', [{ published: { ...published, ...change }, receipts: shown }]);

  it('given honest statistics, then all of it holds, and the platform’s result is named', async () => {
    const { holds, lines } = await report({});
    expect([holds, wrongLines(lines)]).toEqual([true, []]);
    expect(lines[0]).toContain('4 receipts, 1 profit, 1 loss, 0 flat, 1 void, 1 cancelled; platform 1.5');
    for (const { holds: line } of Object.values(SECONDS_DAY_TEXTS)) expect(lines).toContain(`  holds  ${line}`);
  });

  const unpaid = receipts.map((it, at) =>
    at === 0 ? { ...it, body: { ...it.body, settlement: { ...it.body.settlement, outcome: 'flat' } } } : it,
  );
  const relinked = await settleAll(BETS.slice(0, 2), { from: 1 });
  const lies: readonly (readonly [
    keyof typeof SECONDS_DAY_TEXTS,
    string,
    Partial<SecondsDayText>,
    readonly ListedSettlement[],
  ])[] = [
    ['counts', 'a loss that is not counted', { losses: 0 }, receipts],
    ['counts', 'a void too many', { voids: 2 }, receipts],
    ['sums', 'a stake that is not counted', { stakes: '10' }, receipts],
    ['sums', 'more returned than was', { returned: '28.5' }, receipts],
    ['root', 'a root of another chain', { root: 'ab'.repeat(32) }, receipts],
    ['settlements', 'receipts of another day', { day: '2026-09-20' }, receipts],
    ['settlements', 'receipts of another market', { match_id: 7 }, receipts],
    [
      'places',
      'one left out at the end, although it has a place',
      { last_place: 4, voids: 0, root: await hashOf(receipts[2] as ListedSettlement) },
      receipts.slice(0, 3),
    ],
    [
      'links',
      'a receipt that was replaced',
      { last_place: 2, voids: 0, cancels: 0, root: await hashOf(receipts[1] as ListedSettlement) },
      [{ ...(relinked[0] as ListedSettlement), id: '77' }, receipts[1] as ListedSettlement].map((it, at) =>
        at === 0 ? { ...it, body: { ...it.body, settlement: { ...it.body.settlement, id: '77' } } } : it,
      ),
    ],
  ];
  it.each(lies)('finds by "%s" %s', async (check, _name, change, shown) => {
    const { holds, lines } = await report(change, shown);
    expect([holds, wrongLines(lines)]).toEqual([false, [`  WRONG  ${SECONDS_DAY_TEXTS[check].fails}`]]);
  });

  it('finds an outcome that is not that of its prices', async () => {
    const { holds, lines } = await report({}, unpaid);
    expect(holds).toBe(false);
    expect(lines).toContain(`  WRONG  ${SECONDS_DAY_TEXTS.outcomes.fails}`);
  });

  it('given a second day, then its first receipt continues the first day', async () => {
    const next = await settleAll([BETS[2] as (typeof BETS)[number]], { from: 5, previous: published.root });
    const day = { ...published, profits: 0, losses: 0, voids: 0, stakes: '0', returned: '0' };
    const second = { ...day, first_place: 5, last_place: 5, root: await hashOf(next[0] as ListedSettlement) };
    const first = { published, receipts };
    expect(await reportSecondsDays('real', [first, { published: second, receipts: next }])).toMatchObject({
      holds: true,
    });
    const other = await settleAll([BETS[2] as (typeof BETS)[number]], { from: 5, previous: 'cd'.repeat(32) });
    const cut = { ...second, root: await hashOf(other[0] as ListedSettlement) };
    const { lines } = await reportSecondsDays('real', [first, { published: cut, receipts: other }]);
    expect(wrongLines(lines)).toEqual([`  WRONG  ${SECONDS_DAY_TEXTS.links.fails}`]);
  });

  it('given no day at all, then nothing holds', async () => {
    expect(await reportSecondsDays('real', [])).toMatchObject({ holds: false });
  });
});
