import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notice } from './describe-notice.ts';
import { noteFresh, unreadShown } from './fresh.ts';

const notice = (id: number, category: Notice['category'], isRead = false): Notice => ({
  id: BigInt(id),
  category,
  kind: 'phrase',
  params: {},
  at: id,
  read_at: isRead ? 1 : null,
});
const page = (list: readonly Notice[], counts: Partial<Record<Notice['category'], number>> = {}) => ({
  list,
  unread_of: { trade: 0, money: 0, security: 0, ...counts },
});

describe('what is new on the page', () => {
  it('given a first response, then the counts are the server’s, also of notices that are not loaded', () => {
    const fresh = noteFresh(undefined, [page([notice(9, 'trade')], { trade: 30, money: 2 })]);
    expect(unreadShown(fresh)).toEqual({ all: 32, trade: 30, money: 2, security: 0 });
    expect(fresh?.ids).toEqual(new Set([9n]));
  });

  it('given that all was marked read meanwhile, then what was new stays new, and the state is the same object', () => {
    const fresh = noteFresh(undefined, [page([notice(9, 'trade')], { trade: 1 })]);
    const later = noteFresh(fresh, [page([notice(9, 'trade', true)])]);
    expect(later).toBe(fresh);
    expect(unreadShown(later).trade).toBe(1);
  });

  it('given one that arrives later, then it is counted as well', () => {
    const fresh = noteFresh(undefined, [page([notice(9, 'trade')], { trade: 1 })]);
    const later = noteFresh(fresh, [page([notice(10, 'security'), notice(9, 'trade', true)], { security: 1 })]);
    expect(unreadShown(later)).toEqual({ all: 2, trade: 1, money: 0, security: 1 });
  });

  it('never counts a notice twice, however pages overlap', () => {
    const ids = fc.array(fc.nat(20), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(ids, ids, (first, second) => {
        const pages = [first, second].map((list) => page(list.map((id) => notice(id, 'money'))));
        expect(unreadShown(noteFresh(undefined, pages)).money).toBe(new Set([...first, ...second]).size);
      }),
    );
  });
});
