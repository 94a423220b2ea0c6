import {
  type HouseFillText,
  type LadderText,
  ladderQuotes,
  type ReceiptText,
  readTicks,
  type TickProof,
} from '@app/verifier';
import { proofText } from '../proof/tampering/texts.ts';
import { decimal } from './report.ts';

const ONE = 10n ** 18n;
const SETTINGS = { levels: 3, spreadRate: ONE / 1_000n, stepRate: ONE / 1_000n };

/**
 * Builds an honest receipt, number 77, for two lots of the best ask at a proven tick; all other fields are consistent
 * with its price.
 */
export function aReceipt(proof: TickProof, rates = SETTINGS): ReceiptText {
  const [{ market, seq, price } = { market: 0, seq: 0, price: ONE }] = readTicks(proof.leaf);
  const ladder = { price, base: 100n * ONE, quote: 100n * price, priceTick: 1n, lot: ONE };
  const worths = { levelWorth: 10n * price, inventoryMax: 1_000n * price };
  const [best] = ladderQuotes({ ...ladder, settings: { ...rates, ...worths } }).asks;
  const value: LadderText = {
    levels: rates.levels,
    spread_rate: decimal(rates.spreadRate),
    step_rate: decimal(rates.stepRate),
    level_worth: decimal(worths.levelWorth),
    inventory_max: decimal(worths.inventoryMax),
  };
  const body: HouseFillText = {
    rule: 'house-ladder',
    version: 1,
    book: 'real',
    taken: 1,
    fill: {
      id: '77',
      market,
      symbol: 'BTC/USDT',
      side: 'buy',
      houseTook: false,
      price: decimal(best?.price ?? 0n),
      quantity: '2',
    },
    tick: { market, seq, price: decimal(price), block: proof.header.number },
    inventory: { base: decimal(ladder.base), quote: decimal(ladder.quote) },
    settings: { version: 1, ...value },
    grid: { price_tick: decimal(ladder.priceTick), lot: decimal(ladder.lot) },
  };
  return { kind: 'spot.house_fill', body, settings: { version: 1, value }, proof: proofText(proof) };
}
