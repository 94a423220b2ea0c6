import type {
  CONTRACT_CHECKS,
  CONTRACT_SEAL_CHECKS,
  OPEN_RULE_CHECKS,
  OVERNIGHT_RULE_CHECKS,
  SETTLEMENT_RULE_CHECKS,
} from '@app/verifier';
import { ANY_SEAL_TEXTS, type FindingTexts, RECEIPT_TEXTS } from './texts.ts';

type Texts<Checks> = Readonly<Record<keyof Checks, FindingTexts>>;

export const CONTRACT_TEXTS: Texts<typeof CONTRACT_CHECKS> = {
  kind: { holds: 'It is a receipt of a known rule of contracts.', fails: 'It is no receipt of a known rule.' },
  asked: {
    holds: 'It is the receipt that was asked for, of the market that it names.',
    fails: 'It is another receipt than was asked for, or of another market.',
  },
  book: RECEIPT_TEXTS.book,
  published: {
    holds: 'Its terms and the class of its market are what was published as their versions.',
    fails: 'Its terms, or the class of its market, are not what was published as their versions.',
  },
  sealed: {
    holds: 'The prices that it goes by are those that were sealed.',
    fails: 'A price that it goes by is not the one that was sealed.',
  },
  time: { holds: 'Its time is the one in its id.', fails: 'Its time is not the one in its id.' },
  order: {
    holds: 'No tick acted on it that was sealed before the order, or before the position’s last change.',
    fails: 'A tick acted on it that was sealed before the order or the position’s last change, or after the decision.',
  },
  next: {
    holds: 'Its stop, if one fired, was filled at the next tick.',
    fails: 'Its stop was not filled at the tick after the one that fired it.',
  },
  due: { holds: 'It was not settled before its time.', fails: 'It was settled before its time.' },
  chain: {
    holds: 'It continues the receipts before it.',
    fails: 'It does not continue the receipts before it, or they are not all shown.',
  },
};

export const OPEN_TEXTS: Texts<typeof OPEN_RULE_CHECKS> = {
  form: { holds: 'It is an order that can be given.', fails: 'It is no order that can be given.' },
  entry: {
    holds: 'It was opened at the platform’s price of its tick, within its limit.',
    fails: 'It was not opened at the platform’s price of its tick, or beyond its limit.',
  },
  margin: {
    holds: 'Its margin is the notional divided by the leverage, rounded up.',
    fails: 'Its margin is not the notional divided by the leverage.',
  },
  fee: {
    holds: 'Its fee is the published share of the notional, rounded up.',
    fails: 'Its fee is not the published share of the notional.',
  },
  prices: {
    holds: 'Its prices of liquidation and bankruptcy are right to the tick.',
    fails: 'Its price of liquidation or bankruptcy is wrong.',
  },
  alive: {
    holds: 'It was not liquidated by its own opening.',
    fails: 'It was opened with so little margin that it is liquidated at once.',
  },
};

export const SETTLEMENT_TEXTS: Texts<typeof SETTLEMENT_RULE_CHECKS> = {
  form: { holds: 'It settles exactly the lots and margin that it names.', fails: 'It settles other lots or margin.' },
  cause: { holds: 'What ended it did happen.', fails: 'What is said to have ended it did not happen.' },
  reduced: {
    holds: 'Nothing was left that had to be forced at the same tick.',
    fails: 'What was left of it had to be forced at the same tick.',
  },
  price: {
    holds: 'It ended at the platform’s price of its tick.',
    fails: 'It did not end at the platform’s price of its tick.',
  },
  share: {
    holds: 'It got its share of the position’s margin.',
    fails: 'It did not get its share of the position’s margin.',
  },
  charged: { holds: 'No night was charged twice.', fails: 'More was charged for nights than they cost.' },
  result: {
    holds: 'Its result is the difference to the entry.',
    fails: 'Its result is not the difference to the entry.',
  },
  divided: {
    holds: 'What was left after loss and fees was returned, to the last digit.',
    fails: 'Loss, fees and what was returned are not what the rule gives.',
  },
  covered: {
    holds: 'Insurance fund and capital paid no more than the loss beyond the margin.',
    fails: 'Insurance fund and capital paid more than the loss beyond the margin.',
  },
};

export const OVERNIGHT_TEXTS: Texts<typeof OVERNIGHT_RULE_CHECKS> = {
  index: {
    holds: 'The night added its published share of the index price, rounded up.',
    fails: 'The night did not add its published share of the index price.',
  },
};

export const CONTRACT_SEAL_TEXTS: Texts<typeof CONTRACT_SEAL_CHECKS> = {
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
};
