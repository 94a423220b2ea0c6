import type { BLOCK_CHECKS, HOUSE_FILL_CHECKS, RECEIPT_CHECKS, TICK_CHECKS } from '@app/verifier';

type FindingTexts = { readonly holds: string; readonly fails: string };

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
  book: { holds: 'It says in which book it was traded.', fails: 'It was traded in no book that there is.' },
  published: {
    holds: 'Its settings are what was published as their version.',
    fails: 'Its settings are not what was published as their version.',
  },
  sealed: {
    holds: 'The price that it goes by is the one that was sealed.',
    fails: 'The price that it goes by is not the one that was sealed.',
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

export const BLOCK_TEXTS: Readonly<Record<keyof typeof BLOCK_CHECKS, FindingTexts>> = {
  form: { holds: 'Every tick is written in its one form.', fails: 'a tick is not written in its one form' },
  count: { holds: 'Every count is that of the ticks.', fails: 'the count is not that of the ticks' },
  root: { holds: 'Every root is that of the ticks.', fails: 'the root is not that of the ticks' },
  order: { holds: 'Ticks are in their order.', fails: 'ticks are not in their order' },
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
