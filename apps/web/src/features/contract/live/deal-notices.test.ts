import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Deal } from '../../../data/account/deals.ts';
import { ended } from '../history/deal.fixture.ts';
import { noticeOf } from './deal-notices.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const deal = (fields: Partial<Deal>): Deal => ended({ status: 1, cause: null, share: amount('10'), ...fields }, []);

describe('a notice of a deal', () => {
  it.each(['stop', 'profit', 'delivery'] as const)(
    'given it ended by %s, then it says the result after fees',
    (cause) => {
      const after = deal({ status: 3, cause, result: amount('-12'), fees: amount('0.5') });
      expect(noticeOf({ before: deal({}), deal: after })).toMatchObject({ what: cause, net: amount('-12.5') });
    },
  );

  it('given it was liquidated, also one that was not known before, then it says so', () => {
    const after = deal({ status: 3, cause: 'liquidation' });
    expect(noticeOf({ before: undefined, deal: after })?.what).toBe('liquidation');
  });

  it.each(['user', 'reverse'] as const)('given its user ended it (%s), then there is none', (cause) => {
    expect(noticeOf({ before: deal({ status: 2 }), deal: deal({ status: 3, cause }) })).toBeUndefined();
  });

  it.each(['refused', 'expired'] as const)('given an order that was %s, then it says so', (cause) => {
    expect(noticeOf({ before: deal({ status: 0 }), deal: deal({ status: 4, cause }) })?.what).toBe(cause);
  });

  it('given its user cancelled an order, then there is none', () => {
    expect(noticeOf({ before: deal({ status: 0 }), deal: deal({ status: 4, cause: 'user' }) })).toBeUndefined();
  });

  it('given an order that had waited, then its opening is news; given a new position, then it is not', () => {
    expect(noticeOf({ before: deal({ status: 0 }), deal: deal({}) })?.what).toBe('opened');
    expect(noticeOf({ before: undefined, deal: deal({}) })).toBeUndefined();
  });

  it('given fewer lots without a waiting close, then a part may have been liquidated', () => {
    const after = deal({ share: amount('4') });
    expect(noticeOf({ before: deal({}), deal: after })?.what).toBe('part');
    expect(noticeOf({ before: deal({ status: 2 }), deal: after })).toBeUndefined();
    expect(noticeOf({ before: deal({}), deal: deal({ margin: amount('5') }) })).toBeUndefined();
  });
});
