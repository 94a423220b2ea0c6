import type {
  BET_RULE_CHECKS,
  BET_SETTLEMENT_CHECKS,
  SECONDS_CHECKS,
  SECONDS_DAY_CHECKS,
  SECONDS_SEAL_CHECKS,
} from '@app/verifier';
import { ANY_SEAL_TEXTS, type FindingTexts, RECEIPT_TEXTS } from './texts.ts';

type Texts<Checks> = Readonly<Record<keyof Checks, FindingTexts>>;

export const SECONDS_TEXTS: Texts<typeof SECONDS_CHECKS> = {
  kind: { holds: 'It is a receipt of a known rule of seconds options.', fails: 'It is no receipt of a known rule.' },
  asked: {
    holds: 'It is the receipt that was asked for, of the market that it names.',
    fails: 'It is another receipt than was asked for, or of another market.',
  },
  book: RECEIPT_TEXTS.book,
  published: {
    holds: 'Its payout and times are what was published as their version.',
    fails: 'Its payout or times are not what was published as their version.',
  },
  sealed: {
    holds: 'The prices that it goes by are those that were sealed.',
    fails: 'A price that it goes by is not the one that was sealed.',
  },
  time: {
    holds: 'Its times are those in the ids, and its day is that of the settlement.',
    fails: 'A time is not the one in its id, or the day is not that of the settlement.',
  },
  order: {
    holds: 'It was decided after its newest tick was sealed.',
    fails: 'It was decided before its newest tick was sealed.',
  },
  accepted: {
    holds: 'It is of the bet that was accepted, with the terms of its acceptance.',
    fails: 'It is of another bet than was accepted, or the receipt of its acceptance is not shown.',
  },
  chain: {
    holds: 'It has a place in the chain of its market’s settlements.',
    fails: 'Its place in the chain of its market’s settlements is impossible.',
  },
};

export const BET_TEXTS: Texts<typeof BET_RULE_CHECKS> = {
  form: { holds: 'It is a bet that can be placed.', fails: 'It is no bet that can be placed.' },
  age: {
    holds: 'Its market had a price when it was accepted.',
    fails: 'The last price of its market was too old when it was accepted.',
  },
};

export const BET_SETTLEMENT_TEXTS: Texts<typeof BET_SETTLEMENT_CHECKS> = {
  form: {
    holds: 'It ended in a known way, with the ticks that this way has.',
    fails: 'It did not end in a known way, or its ticks do not belong to it.',
  },
  entry: {
    holds: 'Its entry, if it entered, is the first tick after the delay.',
    fails: 'Its entry is not the first tick after the delay, or that was too late.',
  },
  exit: {
    holds: 'Its exit, if it was settled, is the first tick after its length.',
    fails: 'Its exit is not the first tick after its length, or that was too late.',
  },
  cancel: {
    holds: 'A cancel, if there was one, counted exactly if it was in time.',
    fails: 'A cancel in time was ignored, or one counted that was not in time.',
  },
  missing: {
    holds: 'If its stake was returned, no tick shown is one that would have counted.',
    fails: 'Its stake was returned, although a tick that counts is shown.',
  },
  outcome: { holds: 'Its outcome is that of its two prices.', fails: 'Its outcome is not that of its two prices.' },
  returned: {
    holds: 'What came back is what its outcome pays, to the last digit.',
    fails: 'What came back is not what its outcome pays.',
  },
};

export const SECONDS_SEAL_TEXTS: Texts<typeof SECONDS_SEAL_CHECKS> = {
  blocks: ANY_SEAL_TEXTS.blocks,
  signature: ANY_SEAL_TEXTS.signature,
  keptKey: ANY_SEAL_TEXTS.keptKey,
  head: ANY_SEAL_TEXTS.head,
  keptHead: ANY_SEAL_TEXTS.keptHead,
  sealed: ANY_SEAL_TEXTS.sealed,
  soon: ANY_SEAL_TEXTS.soon,
  history: {
    holds: 'Its prices are of the history that its seal belongs to.',
    fails: 'A price is of another history than its seal.',
  },
  quiet: {
    holds: 'If its stake was returned, the blocks have no tick that would have counted.',
    fails: 'Its stake was returned, but the blocks have a tick that counts, or are not all shown.',
  },
};

export const SECONDS_DAY_TEXTS: Texts<typeof SECONDS_DAY_CHECKS> = {
  settlements: {
    holds: 'Every receipt is a settlement of this market, mode and day.',
    fails: 'A receipt is not a settlement of this market, mode and day.',
  },
  places: {
    holds: 'None is missing between the first and the last one.',
    fails: 'One is missing between the first and the last one, or there are more.',
  },
  links: {
    holds: 'Each names the hash of the one before it.',
    fails: 'One does not name the hash of the one before it.',
  },
  root: { holds: 'The root is the hash of the last one.', fails: 'The root is not the hash of the last one.' },
  outcomes: {
    holds: 'Every outcome is that of the prices it names, and paid what it should.',
    fails: 'An outcome is not that of the prices it names, or did not pay what it should.',
  },
  counts: { holds: 'The counts are those of the receipts.', fails: 'The counts are not those of the receipts.' },
  sums: {
    holds: 'Stakes and what came back are the sums of the receipts.',
    fails: 'Stakes or what came back are not the sums of the receipts.',
  },
};
