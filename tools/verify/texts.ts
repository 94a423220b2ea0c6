import type {
  BLOCK_CHECKS,
  CONVERSION_CHECKS,
  CONVERSION_RULE_CHECKS,
  CONVERSION_SEAL_CHECKS,
  HOUSE_FILL_CHECKS,
  RECEIPT_CHECKS,
  SEAL_CHECKS,
  TICK_CHECKS,
} from '@app/verifier';

export type FindingTexts = { readonly holds: string; readonly fails: string };

const KEYS: FindingTexts = {
  holds: 'The key list is in order, one key from a block.',
  fails: 'The key list is not in order.',
};

export const TICK_TEXTS: Readonly<Record<keyof typeof TICK_CHECKS, FindingTexts>> = {
  form: { holds: 'The tick is written in its one form.', fails: 'The tick is not written in its one form.' },
  asked: { holds: 'It is the tick that was asked for.', fails: 'It is another tick than was asked for.' },
  median: {
    holds: 'Its price is the median of the sources it names.',
    fails: 'Its price is not the median of the sources it names.',
  },
  time: { holds: 'It is no later than its block.', fails: 'It is later than the block it claims to be in.' },
  inclusion: { holds: 'It is in the block: its path leads to the root.', fails: 'It is not in the block.' },
  keys: KEYS,
  signature: {
    holds: 'The block is signed by the one key of its number.',
    fails: 'The block is not signed by the one key of its number.',
  },
  keptKey: { holds: 'That key is one that you kept.', fails: 'The key is not one that you kept.' },
  version: {
    holds: 'No header after it is of an older version.',
    fails: 'A header after it is of an older version, which seals less, or of an unknown one.',
  },
  chain: {
    holds: 'The headers after it follow one another by their hashes (their signatures are not part of this).',
    fails: 'The headers after it do not follow one another.',
  },
  head: {
    holds: 'No published head contradicts it.',
    fails: 'A published head contradicts it: history was rewritten.',
  },
  keptHead: {
    holds: 'It leads to a head that you kept.',
    fails: 'Your head was not reached: nothing here leads to it.',
  },
};

export const RECEIPT_TEXTS: Readonly<
  Record<keyof typeof RECEIPT_CHECKS | keyof typeof HOUSE_FILL_CHECKS, FindingTexts>
> = {
  kind: { holds: 'It is a receipt of a trade with the house.', fails: 'It is no receipt of a trade with the house.' },
  asked: { holds: 'It is the receipt that was asked for.', fails: 'It is another receipt than was asked for.' },
  version: {
    holds: 'It has the version of its time.',
    fails: 'Its version is not that of its time: a receipt of version 1 would prove less.',
  },
  book: { holds: 'It says in which book it was traded.', fails: 'It was traded in no book that there is.' },
  published: {
    holds: 'Its settings are what was published as their version.',
    fails: 'Its settings are not what was published as their version.',
  },
  sealed: {
    holds: 'The price that it goes by is the one that was sealed.',
    fails: 'The price that it goes by is not the one that was sealed.',
  },
  time: {
    holds: 'The time of the trade is the one in its id.',
    fails: 'The time of the trade is not the one in its id.',
  },
  age: {
    holds: 'The price was no older than the published limit.',
    fails: 'The price was too old for this trade, or is later than it.',
  },
  rule: { holds: 'It names a rule that is known here.', fails: 'It names a rule that is not known here.' },
  market: {
    holds: 'The price is that of the market that was traded.',
    fails: 'The price is that of another market than was traded.',
  },
  grid: {
    holds: 'Price and quantity are whole steps of the market.',
    fails: 'Price or quantity is not a whole number of the market’s steps.',
  },
  settings: { holds: 'The settings can be those of a ladder.', fails: 'The settings cannot be those of a ladder.' },
  offered: {
    holds: 'The house offered it, and nobody had taken it before.',
    fails: 'The house did not offer it at that price of the market.',
  },
  price: { holds: 'It is the price that the ladder makes of it.', fails: 'It is not the price that the ladder makes.' },
};

export const SEAL_TEXTS: Readonly<Record<keyof typeof SEAL_CHECKS, FindingTexts>> = {
  blocks: {
    holds: 'The blocks from its price to its seal follow one another without a gap.',
    fails: 'The blocks from its price to its seal do not follow one another.',
  },
  signature: {
    holds: 'The block that sealed it is signed by the one key of its number.',
    fails: 'The block that sealed it is not signed by the one key of its number.',
  },
  keptKey: {
    holds: 'The key of its seal is one that you kept.',
    fails: 'The key of its seal is not one that you kept.',
  },
  head: {
    holds: 'Its seal and its price are of one history, and no head contradicts it.',
    fails: 'Its seal is of another history than its price or a head.',
  },
  keptHead: {
    holds: 'A head that you kept covers the block that sealed it.',
    fails: 'No head that you kept covers the block that sealed it.',
  },
  sealed: {
    holds: 'It is in the block that sealed it.',
    fails: 'It is not in the block that is said to have sealed it.',
  },
  soon: {
    holds: 'It was sealed at once.',
    fails: 'It was not sealed at its time: more than ten seconds of blocks passed, or it was sealed before.',
  },
  inventory: {
    holds: 'The inventory that its ladder is made from was sealed with the price.',
    fails: 'The inventory that its ladder is made from is not the one that was sealed with the price.',
  },
  newest: {
    holds: 'No newer price of the market had been sealed for two seconds.',
    fails: 'A newer price of the market had been sealed for two seconds, or the ticks of a block are withheld.',
  },
  chain: {
    holds: 'What was taken before is the sum of all receipts before it.',
    fails: 'What was taken before is not the sum of all receipts before it, or they are not all shown.',
  },
  before: { holds: 'The receipt before it was sealed too.', fails: 'The receipt before it was never sealed.' },
};

export const CONVERSION_TEXTS: Readonly<
  Record<keyof typeof CONVERSION_CHECKS | keyof typeof CONVERSION_RULE_CHECKS, FindingTexts>
> = {
  kind: { holds: 'It is a receipt of a conversion.', fails: 'It is no receipt of a conversion.' },
  asked: {
    holds: 'It is the receipt that was asked for, of the markets that it names.',
    fails: 'It is another receipt than was asked for, or its prices are of other markets.',
  },
  book: RECEIPT_TEXTS.book,
  published: {
    holds: 'Its terms are what was published as their version.',
    fails: 'Its terms are not what was published as their version.',
  },
  sealed: {
    holds: 'The prices that it goes by are those that were sealed.',
    fails: 'A price that it goes by is not the one that was sealed.',
  },
  time: {
    holds: 'The time of the conversion is the one in its id.',
    fails: 'The time of the conversion is not the one in its id.',
  },
  locked: {
    holds: 'Its rate was used while it was locked.',
    fails: 'Its rate was used before it was quoted or after it had expired.',
  },
  age: {
    holds: 'No price was older than the published limit when the rate was locked.',
    fails: 'A price was too old when the rate was locked, or is later than that.',
  },
  rule: RECEIPT_TEXTS.rule,
  pair: {
    holds: 'It has one price for each of its two coins.',
    fails: 'Its prices are not those of its two coins.',
  },
  terms: { holds: 'The terms can be those of a conversion.', fails: 'The terms cannot be those of a conversion.' },
  amounts: { holds: 'Both amounts are above zero.', fails: 'An amount is zero.' },
  received: {
    holds: 'What was received is the index value less the spread, truncated.',
    fails: 'What was received is not the index value less the spread.',
  },
};

const { inventory: _inventory, chain: _chain, before: _before, ...OTHER_SEAL_TEXTS } = SEAL_TEXTS;
/** Checks of the seal of any receipt. */
export const ANY_SEAL_TEXTS = OTHER_SEAL_TEXTS;

export const CONVERSION_SEAL_TEXTS: Readonly<Record<keyof typeof CONVERSION_SEAL_CHECKS, FindingTexts>> = {
  ...ANY_SEAL_TEXTS,
  history: {
    holds: 'Both prices are of the history that its seal belongs to.',
    fails: 'A price is of another history than its seal.',
  },
  newest: {
    holds: 'No newer price of either coin had been sealed for two seconds when the rate was locked.',
    fails: 'A newer price of a coin had been sealed for two seconds, or the ticks of a block are withheld.',
  },
};

export const BLOCK_TEXTS: Readonly<Record<keyof typeof BLOCK_CHECKS, FindingTexts>> = {
  form: { holds: 'Every tick is written in its one form.', fails: 'a tick is not written in its one form' },
  count: { holds: 'Every count is that of the ticks.', fails: 'the count is not that of the ticks' },
  root: { holds: 'Every root is that of the ticks.', fails: 'the root is not that of the ticks' },
  order: { holds: 'Ticks are in their order.', fails: 'ticks are not in their order' },
  inventory: {
    holds: 'Every inventory is the one that was sealed, one for a market and mode.',
    fails: 'the inventories are not those that were sealed, or there are two of one market and mode',
  },
  version: {
    holds: 'No block is of an older version than the one before it.',
    fails: 'it is of an older version than the one before it, or of an unknown one',
  },
  seq: { holds: 'Every market counts its ticks without a gap.', fails: 'a market’s ticks are not counted on' },
  time: { holds: 'No time goes backwards.', fails: 'a time goes backwards' },
  median: { holds: 'Every price is the median of its sources.', fails: 'a price is not the median of its sources' },
  number: { holds: 'No block is missing.', fails: 'the number is not the one that comes here' },
  previous: {
    holds: 'Every block names the hash of the last one.',
    fails: 'it does not name the hash of the last one',
  },
  keys: { holds: KEYS.holds, fails: 'the key list that came with it is not in order' },
  signature: {
    holds: 'Every block is signed by the one key of its number.',
    fails: 'it is not signed by the one key of its number',
  },
  keptKey: { holds: 'Every key is one that you kept.', fails: 'the key is not one that you kept' },
  head: {
    holds: 'No published head contradicts a block.',
    fails: 'a published head contradicts it: history was rewritten',
  },
  keptHead: {
    holds: 'They lead to a head that you kept.',
    fails: 'your head was not reached: nothing here leads to it',
  },
};
