import { decimal, units } from '../units.ts';
import { OPEN_BLOCK } from './contracts.ts';
import { type ContractLie, ending, indexAt, LIQUIDATED, night, opening, stopped } from './forge-contract.ts';
import { TICK_BLOCK } from './house.ts';

/** The step of the platform's prices, and of the index. */
const QUOTE_STEP = 10n ** 14n;
const TICK = 10n ** 16n;

const moved = (text: string | null, by: bigint): string | null => (text === null ? null : decimal(units(text) + by));

const LIES_OF_OPENING: readonly ContractLie[] = [
  {
    name: 'lots between two steps',
    foundBy: 'open form',
    forge: opening({ lots: '25.001' }),
  },
  {
    name: 'a limit between two ticks',
    foundBy: 'open form',
    forge: opening((house) => ({ kind: 'limit', limit: decimal(indexAt(house, OPEN_BLOCK) * 2n + 1n) })),
  },
  { name: 'a limit order without a limit', foundBy: 'open form', forge: opening({ kind: 'limit' }) },
  { name: 'an order of no kind', foundBy: 'open form', forge: opening({ kind: 'mood' }) },
  { name: 'a series that is no day', foundBy: 'open form', forge: opening({ series: 'soon' }) },
  {
    name: 'an entry one step above the ask',
    foundBy: 'open entry',
    forge: opening({ entry: (ask) => ask + QUOTE_STEP }),
  },
  {
    name: 'an entry rounded in favour of a friend',
    foundBy: 'open entry',
    forge: opening({ entry: (ask) => ask - QUOTE_STEP }),
  },
  {
    name: 'the spread charged twice',
    foundBy: 'open entry',
    forge: opening({ side: 'short', entry: (bid) => bid - 100n * QUOTE_STEP }),
  },
  {
    name: 'a limit that the index had not reached',
    foundBy: 'open entry',
    forge: opening((house) => {
      const limit = indexAt(house, OPEN_BLOCK) - TICK;
      return { kind: 'limit', limit: decimal(limit), entry: () => limit };
    }),
  },
  {
    name: 'a long opened at its limit, although the ask was lower',
    foundBy: 'open entry',
    forge: opening((house) => {
      const limit = indexAt(house, OPEN_BLOCK) + 300n * TICK;
      return { kind: 'limit', limit: decimal(limit), entry: () => limit };
    }),
  },
  {
    name: 'a short opened below its limit',
    foundBy: 'open entry',
    forge: opening((house) => {
      const limit = indexAt(house, OPEN_BLOCK);
      return { side: 'short', kind: 'limit', limit: decimal(limit), entry: () => limit - QUOTE_STEP };
    }),
  },
  { name: 'a margin rounded down', foundBy: 'open margin', forge: opening({ margin: (margin) => margin - 1n }) },
  {
    name: 'a margin of less leverage than was ordered',
    foundBy: 'open margin',
    forge: opening({ margin: (margin) => margin * 2n }),
  },
  {
    name: 'an opening fee charged twice',
    foundBy: 'open fee',
    forge: opening({}, ({ position }) => ({ position: { ...position, fee: decimal(units(position.fee) * 2n) } })),
  },
  {
    name: 'an opening fee rounded down',
    foundBy: 'open fee',
    forge: opening({}, ({ position }) => ({ position: { ...position, fee: decimal(units(position.fee) - 1n) } })),
  },
  {
    name: 'no opening fee for a friend',
    foundBy: 'open fee',
    forge: opening({}, ({ position }) => ({ position: { ...position, fee: '0' } })),
  },
  ...([TICK, -TICK, 30n * TICK, 1n] as const).map(
    (by): ContractLie => ({
      name: `a liquidation price that is ${decimal(by)} off`,
      foundBy: 'open prices',
      forge: opening({}, ({ prices }) => ({ prices: { ...prices, liquidation: moved(prices.liquidation, by) } })),
    }),
  ),
  {
    name: 'a bankruptcy price one tick away',
    foundBy: 'open prices',
    forge: opening({ side: 'short' }, ({ prices }) => ({
      prices: { ...prices, bankruptcy: moved(prices.bankruptcy, TICK) },
    })),
  },
  {
    name: 'a long without a price of liquidation',
    foundBy: 'open prices',
    forge: opening({}, ({ prices }) => ({ prices: { ...prices, liquidation: null } })),
  },
  {
    name: 'a position that is liquidated as soon as it is opened',
    foundBy: 'open alive',
    forge: opening({ lots: '2000', leverage: 60 }),
  },
];

const LIES_OF_SETTLEMENT: readonly ContractLie[] = [
  {
    name: 'fewer lots settled than were taken from the position',
    foundBy: 'settlement form',
    forge: ending({ division: ({ lots }) => ({ lots: lots - 10n ** 16n }) }),
  },
  {
    name: 'a part between two steps',
    foundBy: 'settlement form',
    forge: ending({ opened: { lots: '25' }, lots: '5.005' }),
  },
  {
    name: 'a stop whose price was not reached',
    foundBy: 'settlement cause',
    forge: ending((house) => stopped(house, { stopLoss: decimal(indexAt(house, TICK_BLOCK - 2) - TICK) })),
  },
  {
    name: 'a stop that the position does not have',
    foundBy: 'settlement cause',
    forge: ending((house) => stopped(house, { stopLoss: null })),
  },
  {
    name: 'a take-profit whose price was not reached',
    foundBy: 'settlement cause',
    forge: ending((house) =>
      stopped(house, { cause: 'profit', takeProfit: decimal(indexAt(house, TICK_BLOCK - 2) + TICK) }),
    ),
  },
  {
    name: 'a stop of a short on the wrong side',
    foundBy: 'settlement cause',
    forge: ending((house) => ({
      ...stopped(house, { stopLoss: decimal(indexAt(house, TICK_BLOCK - 2) + TICK) }),
      opened: { side: 'short' },
    })),
  },
  {
    name: 'a liquidation of a position that had margin',
    foundBy: 'settlement cause',
    forge: ending({ cause: 'liquidation', margin: '5000' }),
  },
  {
    name: 'a perpetual contract delivered',
    foundBy: 'settlement cause',
    forge: ending({ cause: 'delivery' }),
  },
  { name: 'a cause that does not exist', foundBy: 'settlement cause', forge: ending({ cause: 'mood' }) },
  {
    name: 'a close by the user that names a trigger',
    foundBy: 'settlement cause',
    forge: ending((house) => stopped(house, { cause: 'user' })),
  },
  {
    name: 'a forced close of a part that leaves a rest to be forced',
    foundBy: 'settlement reduced',
    forge: ending({ ...LIQUIDATED, lots: '5' }),
  },
  {
    name: 'a close one step below the bid',
    foundBy: 'settlement price',
    forge: ending({ price: (bid) => bid - QUOTE_STEP }),
  },
  {
    name: 'a close of a short at the bid',
    foundBy: 'settlement price',
    forge: ending({ opened: { side: 'short' }, price: (ask) => ask - 100n * QUOTE_STEP }),
  },
  {
    name: 'a stop filled at its own price',
    foundBy: 'settlement price',
    forge: ending((house) => stopped(house, { price: () => indexAt(house, TICK_BLOCK - 2) })),
  },
  {
    name: 'a liquidation at another price than the market’s',
    foundBy: 'settlement price',
    forge: ending({ ...LIQUIDATED, price: (bid) => bid - 500n * QUOTE_STEP }),
  },
  {
    name: 'a delivery with a spread',
    foundBy: 'settlement price',
    forge: ending({ cause: 'delivery', opened: { series: '2026-09-21' }, price: (index) => index - QUOTE_STEP }),
  },
  {
    name: 'a part with less margin than its share',
    foundBy: 'settlement share',
    forge: ending({ opened: { lots: '25' }, lots: '5', moved: -(10n ** 15n) }),
  },
  {
    name: 'a part with more margin than its share',
    foundBy: 'settlement share',
    forge: ending({ opened: { lots: '25' }, lots: '5', moved: 11n }),
  },
  {
    name: 'a part with all the nights of the whole',
    foundBy: 'settlement share',
    forge: ending({ opened: { lots: '25' }, lots: '5', charged: '0.05', movedCharged: 4n * 10n ** 15n }),
  },
  {
    name: 'a night charged twice',
    foundBy: 'settlement charged',
    forge: ending({ opened: { lots: '25', leverage: 2 }, margin: '900', charged: '0.55' }),
  },
  {
    name: 'a result one unit less',
    foundBy: 'settlement result',
    forge: ending({ margin: '900', result: (result) => result - 1n }),
  },
  {
    name: 'a gain shown as a loss',
    foundBy: 'settlement result',
    forge: ending({ margin: '9000', result: (result) => -result - 1n }),
  },
  {
    name: 'a closing fee charged twice',
    foundBy: 'settlement divided',
    forge: ending({ margin: '900', division: ({ fee, returned }) => ({ fee: fee * 2n, returned: returned - fee }) }),
  },
  {
    name: 'a closing fee rounded down',
    foundBy: 'settlement divided',
    forge: ending({ margin: '900', division: ({ fee, returned }) => ({ fee: fee - 1n, returned: returned + 1n }) }),
  },
  {
    name: 'a liquidation fee on a close by the user',
    foundBy: 'settlement divided',
    forge: ending({ margin: '900', division: ({ returned }) => ({ liquidationFee: 10n, returned: returned - 10n }) }),
  },
  {
    name: 'a night that was not due',
    foundBy: 'settlement divided',
    forge: ending({
      margin: '900',
      division: ({ overnight, returned }) => ({ overnight: overnight + 7n, returned: returned - 7n }),
    }),
  },
  {
    name: 'the last digit kept by the platform',
    foundBy: 'settlement divided',
    forge: ending({ margin: '900', division: ({ returned }) => ({ returned: returned - 1n }) }),
  },
  {
    name: 'more returned than was left',
    foundBy: 'settlement divided',
    forge: ending({ margin: '900', division: ({ returned }) => ({ returned: returned + 10n ** 18n }) }),
  },
  {
    name: 'a shortfall charged to the user',
    foundBy: 'settlement divided',
    forge: ending({ ...LIQUIDATED, division: ({ shortfall }) => ({ shortfall: shortfall / 2n }) }),
  },
  {
    name: 'charged nights kept, although the loss exceeds the margin',
    foundBy: 'settlement divided',
    forge: ending({
      ...LIQUIDATED,
      charged: '0.02',
      overnightIndex: '0.61',
      division: ({ overnightReturned, shortfall }) => ({
        overnightReturned: 0n,
        shortfall: shortfall + overnightReturned,
      }),
    }),
  },
  {
    name: 'more paid by the insurance fund than was short',
    foundBy: 'settlement covered',
    forge: ending({ ...LIQUIDATED, byInsurance: (shortfall) => shortfall + 1n }),
  },
];

const LIES_OF_NIGHT: readonly ContractLie[] = [
  { name: 'a night rounded down', foundBy: 'overnight index', forge: night({ fee: (fee) => fee - 1n }) },
  { name: 'a night charged twice in the index', foundBy: 'overnight index', forge: night({ fee: (fee) => fee * 2n }) },
  { name: 'a night without a fee', foundBy: 'overnight index', forge: night({ fee: () => 0n }) },
];

/** Forged receipts of contracts whose arithmetic is wrong. */
export const LIES_OF_CONTRACT_RULE: readonly ContractLie[] = [
  ...LIES_OF_OPENING,
  ...LIES_OF_SETTLEMENT,
  ...LIES_OF_NIGHT,
];
