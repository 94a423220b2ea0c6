import { type BetSettlementText, type BetText, receiptHash, type SecondsAnswer } from '../index.ts';
import { resultOf, returnedOf } from '../rules/seconds-bet.ts';
import { decimal, units } from '../units.ts';
import { BET_BLOCK, BET_TERMS, STRICT_TERMS, sealBet, settleBetIn, showBet } from './bets.ts';
import { CONTRACT_MARKETS } from './contracts.ts';
import { accepting, answering, type BetLie, issueBet, repriced, sealAndShowBet, settling } from './forge-seconds.ts';
import { blockTime, type House, idAt, OTHER, tickAt } from './house.ts';
import { changeDigit } from './ladder-lies.ts';
import { LIES_OF_BET_SEAL } from './seconds-seal-lies.ts';

const ENTRY_BLOCK = BET_BLOCK + 2;
const EXIT_BLOCK = ENTRY_BLOCK + 30;

/** Pays the outcome of another exit price than the sealed one. */
const pricedAt = (body: BetSettlementText, price: bigint): Partial<BetSettlementText> => {
  const { bet, terms, entry, exit, tick } = body;
  if (entry === null || exit === null) return {};
  const outcome = resultOf(bet.side, units(entry.tick.price), price);
  const returned = returnedOf({ stake: units(bet.stake), payoutRate: units(terms.payout_rate) }, outcome);
  const named = { ...tick, price: decimal(price) };
  return {
    settlement: { ...body.settlement, outcome, returned: decimal(returned) },
    exit: { ...exit, tick: named },
    tick: named,
  };
};

/** Accepts a bet with terms of its own, and settles it by them. */
const byTerms = (change: Partial<BetText['terms']>, seconds = 30): BetLie['forge'] => {
  return async (house, random) => {
    const receipt = issueBet(house, random, { seconds });
    const accepted = { ...receipt, body: { ...receipt.body, terms: { ...receipt.body.terms, ...change } } };
    const settled = await settleBetIn(house, accepted);
    return { text: await sealAndShowBet(house, settled, { earlier: [accepted] }) };
  };
};

const LIES_OF_RECEIPT: readonly BetLie[] = [
  {
    name: 'a rule that does not exist',
    foundBy: 'receipt kind',
    forge: accepting({}, () => ({ rule: 'seconds-mood' })),
  },
  { name: 'a version that does not exist', foundBy: 'receipt kind', forge: settling({}, () => ({ version: 7 })) },
  {
    name: 'an acceptance shown as a settlement',
    foundBy: 'receipt kind',
    forge: async (house, random) => ({
      text: await sealAndShowBet(house, { ...issueBet(house, random), kind: 'seconds.settlement' }),
    }),
  },
  {
    name: 'another settlement under the id that was asked for',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const asked = idAt(blockTime(EXIT_BLOCK) + 300, 5_000);
      const accepted = issueBet(house, random);
      const receipt = await settleBetIn(house, accepted);
      const sealed = await sealBet(house, { ...receipt, id: asked });
      return { text: await showBet(sealed, { ...receipt, id: asked }, [accepted]), asked: { id: asked } };
    },
  },
  {
    name: 'a bet of one market at the prices of another',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const { text } = await accepting({ symbol: 'ETH/USDT' })(house, random);
      return { text, asked: { markets: CONTRACT_MARKETS } };
    },
  },
  { name: 'a third kind of money', foundBy: 'receipt book', forge: accepting({ book: 'mood' }) },
  { name: 'a payout below the published one', foundBy: 'receipt published', forge: byTerms({ payout_rate: '0.7' }) },
  { name: 'a payout for a friend', foundBy: 'receipt published', forge: byTerms({ payout_rate: '0.99' }) },
  {
    name: 'a longer delay than the published one',
    foundBy: 'receipt published',
    forge: byTerms({ entry_delay_ms: 3_000 }),
  },
  {
    name: 'a limit to the age of prices for one bet alone',
    foundBy: 'receipt published',
    forge: accepting({ block: 20, afterMs: 8_000 }, ({ freshness }) => ({
      freshness: { ...freshness, max_age_ms: 9_000 },
    })),
  },
  { name: 'no delay at all', foundBy: 'receipt published', forge: byTerms({ entry_delay_ms: 0 }) },
  { name: 'a longer lead of cancels', foundBy: 'receipt published', forge: byTerms({ cancel_lead_ms: 9_000 }) },
  {
    name: 'a later void than the published one',
    foundBy: 'receipt published',
    forge: byTerms({ void_after_ms: 60_000 }),
  },
  { name: 'a length that is not offered', foundBy: 'receipt published', forge: byTerms({}, 12) },
  { name: 'terms that were never published', foundBy: 'receipt published', forge: byTerms({ version: 77 }) },
  {
    name: 'an exit price that was not sealed',
    foundBy: 'receipt sealed',
    forge: settling({}, (body) => pricedAt(body, units(body.tick.price) + 10n ** 14n)),
  },
  {
    name: 'an exit price that makes a loss of a profit',
    foundBy: 'receipt sealed',
    forge: settling({}, (body) => pricedAt(body, 10n ** 18n)),
  },
  {
    name: 'an entry price that was not sealed',
    foundBy: 'receipt sealed',
    forge: settling({ outcome: () => 'profit' }, ({ entry }) => ({
      entry: entry && { ...entry, tick: { ...entry.tick, price: '1' } },
    })),
  },
  {
    name: 'a block that does not have the price it is named for',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const receipt = issueBet(house, random);
      const changed = { ...receipt, body: { ...receipt.body, tick: { ...receipt.body.tick, block: BET_BLOCK + 1 } } };
      const sealed = await sealBet(house, changed);
      return { text: { ...(await showBet(sealed, receipt)), body: changed.body } };
    },
  },
  {
    name: 'the price of another market',
    foundBy: 'receipt sealed',
    forge: accepting({ market: OTHER }, ({ bet }) => ({ bet: { ...bet, market: 300 } })),
  },
  {
    name: 'a settlement said to be later than its id',
    foundBy: 'receipt time',
    forge: settling({}, ({ settlement }) => ({ settlement: { ...settlement, at: settlement.at + 2_100 } })),
  },
  {
    name: 'a bet whose id is older than its acceptance',
    foundBy: 'receipt time',
    forge: async (house, random) => {
      const receipt = issueBet(house, random);
      const id = idAt(receipt.body.bet.at - 2_500, 7);
      const body = { ...receipt.body, bet: { ...receipt.body.bet, id } };
      return { text: await sealAndShowBet(house, { ...receipt, id, body }) };
    },
  },
  {
    name: 'a settlement that is counted in another day',
    foundBy: 'receipt time',
    forge: settling({}, ({ settlement }) => ({ settlement: { ...settlement, day: '2026-09-20' } })),
  },
  {
    name: 'a settlement from before its exit tick was sealed',
    foundBy: 'receipt order',
    forge: settling({ afterMs: -2_500 }),
  },
  {
    name: 'a bet accepted on a price from after it',
    foundBy: 'receipt order',
    forge: accepting({ afterMs: -2_500 }),
  },
];

/** Settles a bet that differs from the accepted one in a field. */
const ofAnother = (change: (bet: BetText['bet']) => Partial<BetText['bet']>): BetLie['forge'] => {
  return async (house, random) => {
    const accepted = issueBet(house, random, { afterMs: 300 });
    const changed = {
      ...accepted,
      body: { ...accepted.body, bet: { ...accepted.body.bet, ...change(accepted.body.bet) } },
    };
    const receipt = await settleBetIn(house, changed);
    const body = { ...receipt.body, accepted: await receiptHash(accepted) };
    return { text: await sealAndShowBet(house, { ...receipt, body }, { earlier: [accepted] }) };
  };
};

const LIES_OF_ACCEPTANCE: readonly BetLie[] = [
  { name: 'a smaller stake than was accepted', foundBy: 'receipt accepted', forge: ofAnother(() => ({ stake: '5' })) },
  {
    name: 'up that becomes down',
    foundBy: 'receipt accepted',
    forge: ofAnother(() => ({ side: 'down' })),
  },
  {
    name: 'an acceptance that was moved by half a second',
    foundBy: 'receipt accepted',
    forge: ofAnother(({ at }) => ({ at: at + 500 })),
  },
  { name: 'another currency', foundBy: 'receipt accepted', forge: ofAnother(() => ({ currency: 'BTC' })) },
  {
    name: 'a bet of the other mode',
    foundBy: 'receipt accepted',
    forge: settling({}, () => ({ book: 'demo' })),
  },
  {
    name: 'the receipt of another bet',
    foundBy: 'receipt accepted',
    forge: async (house, random) => {
      const receipt = await settleBetIn(house, issueBet(house, random, { n: 1 }));
      return { text: await sealAndShowBet(house, receipt, { earlier: [issueBet(house, random, { n: 2 })] }) };
    },
  },
  {
    name: 'the receipt of another bet, with its own hash',
    foundBy: 'receipt accepted',
    forge: async (house, random) => {
      const other = issueBet(house, random, { n: 2 });
      const receipt = await settleBetIn(house, issueBet(house, random, { n: 1 }));
      const body = { ...receipt.body, accepted: await receiptHash(other) };
      return { text: await sealAndShowBet(house, { ...receipt, body }, { earlier: [other] }) };
    },
  },
  {
    name: 'later terms than those of its acceptance',
    foundBy: 'receipt accepted',
    forge: answering(
      settling({}, ({ terms }) => ({ terms: { ...terms, version: BET_TERMS.version + 9 } })),
      ({ body }) => ({ settings: { ...BET_TERMS, version: body.terms.version } }),
    ),
  },
  {
    name: 'the receipt of its bet withheld',
    foundBy: 'receipt accepted',
    forge: answering(settling({}), () => ({ earlier: [] })),
  },
  {
    name: 'a place before the first',
    foundBy: 'receipt chain',
    forge: settling({ chain: { place: 0, previous: null } }),
  },
  {
    name: 'a later place that continues nothing',
    foundBy: 'receipt chain',
    forge: settling({ chain: { place: 8, previous: null } }),
  },
  {
    name: 'a first place that continues something',
    foundBy: 'receipt chain',
    forge: settling({ chain: { place: 1, previous: 'ab'.repeat(32) } }),
  },
];

/** A bet whose entry tick is missing by the strict terms, and one whose exit tick is. */
const NO_ENTRY = { terms: STRICT_TERMS, afterMs: 950 } as const;
const NO_EXIT = { terms: STRICT_TERMS, seconds: 11 } as const;

const LIES_OF_RULE: readonly BetLie[] = [
  { name: 'a bet on neither side', foundBy: 'bet form', forge: accepting({ side: 'sideways' }) },
  { name: 'a bet without a stake', foundBy: 'bet form', forge: accepting({ stake: '0' }) },
  {
    name: 'a bet accepted on a price from long before',
    foundBy: 'bet age',
    forge: accepting({ block: 20, afterMs: 6_001 }),
  },
  {
    name: 'a right bet that is called void',
    foundBy: 'settlement form',
    forge: settling({ outcome: () => 'void' }),
  },
  {
    name: 'a loss without any tick',
    foundBy: 'settlement form',
    forge: settling({ outcome: () => 'loss' }, () => ({ entry: null, exit: null })),
  },
  {
    name: 'a bet cancelled by nobody',
    foundBy: 'settlement form',
    forge: settling({ ends: 'entry', outcome: () => 'cancelled' }),
  },
  {
    name: 'an entry before the delay was over',
    foundBy: 'settlement entry',
    forge: settling({ entryBlock: BET_BLOCK }),
  },
  {
    name: 'an entry one tick later',
    foundBy: 'settlement entry',
    forge: settling({ entryBlock: BET_BLOCK + 4, bet: { afterMs: 700 } }),
  },
  {
    name: 'an entry one tick later, beside a tick that is not the one before it',
    foundBy: 'settlement entry',
    forge: async (house, random) => {
      const accepted = issueBet(house, random, { afterMs: 700 });
      const receipt = await settleBetIn(house, accepted, { entryBlock: BET_BLOCK + 4 });
      const { entry } = receipt.body;
      const body = { ...receipt.body, entry: entry && { ...entry, before: accepted.body.tick } };
      return { text: await sealAndShowBet(house, { ...receipt, body }, { earlier: [accepted] }) };
    },
  },
  {
    name: 'an entry that was too late to count',
    foundBy: 'settlement entry',
    forge: settling({ bet: NO_ENTRY, ends: 'settled' }),
  },
  {
    name: 'the tick before its entry withheld',
    foundBy: 'settlement entry',
    forge: settling({}, ({ entry }) => ({ entry: entry && { ...entry, before: null } })),
  },
  {
    name: 'an exit one tick later',
    foundBy: 'settlement exit',
    forge: settling({ exitBlock: EXIT_BLOCK + 2 }),
  },
  {
    name: 'an exit one tick earlier',
    foundBy: 'settlement exit',
    forge: settling({ exitBlock: EXIT_BLOCK - 2 }),
  },
  {
    name: 'an exit counted from the acceptance',
    foundBy: 'settlement exit',
    forge: settling({ bet: { seconds: 11, afterMs: 100 }, exitBlock: ENTRY_BLOCK + 10 }),
  },
  {
    name: 'an exit that was too late to count',
    foundBy: 'settlement exit',
    forge: settling({ bet: NO_EXIT, ends: 'settled' }),
  },
  {
    name: 'the tick before its exit withheld',
    foundBy: 'settlement exit',
    forge: settling({}, ({ exit }) => ({ exit: exit && { ...exit, before: null } })),
  },
  {
    name: 'a cancel in time that was ignored',
    foundBy: 'settlement cancel',
    forge: settling({ bet: { afterMs: 200 }, cancelAfterMs: 300, ends: 'settled' }),
  },
  {
    name: 'a cancel from before the bet',
    foundBy: 'settlement cancel',
    forge: settling({ bet: { afterMs: 200 }, cancelAfterMs: -100 }),
  },
  {
    name: 'a bet that was void before its cancel counted',
    foundBy: 'settlement cancel',
    forge: settling({ bet: NO_ENTRY, cancelAfterMs: 1_050, outcome: () => 'cancelled' }),
  },
  {
    name: 'a bet called void at a tick that was in time for its entry',
    foundBy: 'settlement missing',
    forge: settling({ ends: 'entry', tickBlock: BET_BLOCK + 4 }),
  },
  {
    name: 'a bet called void by a late tick, although the one before was in time for its entry',
    foundBy: 'settlement missing',
    forge: settling({ ends: 'entry', tickBlock: BET_BLOCK + 6, bet: { afterMs: 700 } }),
  },
  {
    name: 'a bet called void at a tick that was in time for its exit',
    foundBy: 'settlement missing',
    forge: settling({ ends: 'exit', tickBlock: EXIT_BLOCK }),
  },
  {
    name: 'a cancel for a friend, after the entry tick',
    foundBy: 'settlement missing',
    forge: settling({
      bet: { afterMs: 200 },
      cancelAfterMs: 1_100,
      ends: 'entry',
      tickBlock: BET_BLOCK + 2,
    }),
  },
  ...(['profit', 'loss'] as const).map(
    (result): BetLie => ({
      name: `a ${result} that was none`,
      foundBy: 'settlement outcome',
      forge: settling((house) => {
        const isHigher = indexAt(house, EXIT_BLOCK) > indexAt(house, ENTRY_BLOCK);
        return { bet: { side: isHigher === (result === 'profit') ? 'down' : 'up' }, outcome: () => result };
      }),
    }),
  ),
  {
    name: 'equal prices counted as a loss',
    foundBy: 'settlement outcome',
    forge: async (house, random) => {
      const flat = await repriced(house, EXIT_BLOCK, () => indexAt(house, ENTRY_BLOCK));
      return await settling({ outcome: () => 'loss' })(flat, random);
    },
  },
  {
    name: 'a gain of one unit less',
    foundBy: 'settlement returned',
    forge: settling({ returned: (honest) => (honest === 0n ? 1n : honest - 1n) }),
  },
  {
    name: 'a void bet that costs a fee',
    foundBy: 'settlement returned',
    forge: settling({ bet: NO_ENTRY, returned: (stake) => stake - 10n ** 16n }),
  },
  {
    name: 'a cancelled bet that is not refunded',
    foundBy: 'settlement returned',
    forge: settling({ bet: { afterMs: 200 }, cancelAfterMs: 300, returned: () => 0n }),
  },
];

const indexAt = (house: House, block: number): bigint => tickAt(house, { block }).price;

/** Forged receipts of bets, each found by exactly one check. */
export const BET_LIES: readonly BetLie[] = [
  ...LIES_OF_RECEIPT,
  ...LIES_OF_ACCEPTANCE,
  ...LIES_OF_RULE,
  ...LIES_OF_BET_SEAL,
];

/** Changes that nobody who holds the keys would make. */
export const OBVIOUS_BET_LIES: readonly Omit<BetLie, 'foundBy'>[] = [
  ...(['body', 'seal', 'proof', 'others', 'settings', 'earlier'] as const).map((part) => ({
    name: `one digit of its ${part} is changed`,
    forge: async (house: House, random: (end: number) => number) => {
      const { text } = await settling({})(house, random);
      const asked = { id: idOf(text), markets: CONTRACT_MARKETS };
      return { text: { ...text, [part]: changeDigit(covered(text, part), random) }, asked };
    },
  })),
  {
    name: 'the proofs of its other ticks withheld',
    forge: answering(settling({}), () => ({ others: [] })),
  },
];

/** The part of published terms that is about the bet's length. */
const covered = (text: SecondsAnswer, part: keyof SecondsAnswer): object => {
  if (part !== 'settings' || text.settings === null) return text[part] as object;
  const { payouts, ...times } = text.settings.value;
  return {
    ...text.settings,
    value: { ...times, payouts: payouts.filter(({ seconds }) => seconds === text.body.bet.seconds) },
  };
};

const idOf = ({ body }: SecondsAnswer): string => ('settlement' in body ? body.settlement.id : '');
