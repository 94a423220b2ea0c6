import { type Amount, parseDecimal, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netsToZero } from '../ledger/index.ts';
import {
  approvalText,
  arrivingUsd,
  BANK_REFERENCE,
  checkPayout,
  maskName,
  NEXT_PAYOUT_STATES,
  PAYOUT_STATES,
  paidText,
  payoutSettings,
  postPayout,
  postPayoutHold,
  postPayoutReturn,
  refusalText,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const rate = (text: string) => parseDecimal<Rate>(text);
const intent = {
  id: 7n,
  userId: 3n,
  amount: amount('1250'),
  fee: amount('25'),
  rate: rate('0.99'),
  usd: amount('1212.75'),
  account: '0123',
  cardHash: 'a'.repeat(64),
};

describe('the states', () => {
  it('end in two of them, and each is reached', () => {
    const reached = new Set(Object.values(NEXT_PAYOUT_STATES).flat());
    expect(PAYOUT_STATES.filter((state) => NEXT_PAYOUT_STATES[state].length === 0)).toEqual(['paid', 'returned']);
    expect(PAYOUT_STATES.filter((state) => state !== 'review' && !reached.has(state))).toEqual([]);
  });
});

describe('the postings', () => {
  const anyIntent = fc
    .tuple(fc.bigInt({ min: 2n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }))
    .map(([whole, part]) => ({ ...intent, amount: whole as Amount, fee: (part % whole) as Amount }));

  it('net to zero', () => {
    fc.assert(
      fc.property(anyIntent, (own) => {
        for (const transfer of [postPayoutHold(own), postPayoutReturn(own), postPayout(own)])
          expect(netsToZero(transfer)).toBe(true);
      }),
    );
  });

  it('leave each party with exactly its own side: the hold is used up, the fee stays, the rest leaves', () => {
    fc.assert(
      fc.property(anyIntent, (own) => {
        const changes = (transfers: readonly ReturnType<typeof postPayout>[]) => {
          const sums: Record<string, bigint> = {};
          for (const { entries } of transfers)
            for (const { account, available, frozen } of entries) {
              sums[`${account.owner} available`] = (sums[`${account.owner} available`] ?? 0n) + available;
              sums[`${account.owner} frozen`] = (sums[`${account.owner} frozen`] ?? 0n) + frozen;
            }
          return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
        };
        expect(changes([postPayoutHold(own), postPayoutReturn(own)])).toEqual({});
        const paid = Object.values(changes([postPayoutHold(own), postPayout(own)])).toSorted();
        const sides = [-own.amount, own.amount - own.fee, own.fee].filter((side) => side !== 0n);
        expect(paid).toEqual(sides.toSorted());
      }),
    );
  });
});

describe('what arrives', () => {
  it('is whole cents, never more than the rate gives, and never a cent less', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.bigInt({ min: 9n * 10n ** 17n, max: 11n * 10n ** 17n }),
        (cents, fee, perUsdt) => {
          const own = { fee: (fee * 10n ** 16n) as Amount, rate: perUsdt as Rate };
          const asked = (cents * 10n ** 16n) as Amount;
          const usd = arrivingUsd(asked, own);
          const exact = asked > own.fee ? (asked - own.fee) * perUsdt : 0n; // With 36 places.
          expect(usd % 10n ** 16n).toBe(0n);
          expect(usd * 10n ** 18n <= exact && exact - usd * 10n ** 18n < 10n ** 34n).toBe(true);
        },
      ),
    );
  });
});

describe('an amount', () => {
  const terms = { fee: amount('25'), minimum: amount('100'), maximum: amount('50000'), rate: rate('1') };
  const limits = { worthBtc: amount('0.5'), usedBtc: ZERO, limitBtc: amount('1') };
  const codeOf = (text: string, usd: string, more: Partial<typeof terms> = {}, others: Partial<typeof limits> = {}) => {
    const decided = checkPayout(amount(text), amount(usd), { ...terms, ...more }, { ...limits, ...others });
    return decided.ok ? decided.value : decided.code;
  };

  it('is decided by terms, cents, price and limit; what is unknown refuses', () => {
    expect(codeOf('100', '75')).toBe(amount('75'));
    expect(codeOf('50000', '49975')).toBe(amount('49975'));
    expect(codeOf('50000.01', '49975.01')).toBe('above_maximum');
    expect(codeOf('99.99', '74.99')).toBe('below_minimum');
    expect(codeOf('100.001', '75')).toBe('amount_step_wrong');
    expect(codeOf('100', '75', {}, { worthBtc: undefined as never })).toBe('rate_unavailable');
    expect(codeOf('100', '75', {}, { usedBtc: amount('0.500000000000000001') })).toBe('withdraw_limit');
    expect(codeOf('100', '0', { fee: amount('100') })).toBe('withdraw_unavailable');
  });

  it('given other dollars than its user was shown, then the user decides again', () => {
    expect(codeOf('100', '75.01')).toBe('quote_expired');
    expect(codeOf('100', '75', { rate: rate('1.1') })).toBe('quote_expired');
    expect(codeOf('100', '82.5', { rate: rate('1.1') })).toBe(amount('82.5'));
  });
});

describe('the texts that are signed', () => {
  it('have their keys in order, and no two have the same keys', () => {
    const texts = [approvalText(intent), paidText(intent, 'FT-2026 118'), refusalText(intent)];
    expect(texts[1]).toBe(
      `{"account":"0123","amount":"1250","bank_reference":"FT-2026 118","card":"${'a'.repeat(64)}","fee":"25","payout_id":"7","rate":"0.99","usd":"1212.75","user_id":"3"}`,
    );
    const keys = texts.map((text) => Object.keys(JSON.parse(text)));
    for (const each of keys) expect(each).toEqual(each.toSorted());
    expect(new Set(keys.map((each) => each.join())).size).toBe(3);
  });

  it('take references of banks, and nothing that could be another text', () => {
    expect(['FT26 1180/22', '20261119.0001', 'ab-1'].filter((it) => !BANK_REFERENCE.test(it))).toEqual([]);
    expect(
      ['', 'abc', ' abcd', 'abcd ', 'ab"cd', 'ab\\cd', 'a'.repeat(41), 'äbcd'].filter((it) => BANK_REFERENCE.test(it)),
    ).toEqual([]);
  });
});

describe('the settings', () => {
  it('take a rate between 0.9 and 1.1 only', () => {
    const { codec, initial } = payoutSettings.usdPerUsdt;
    expect(initial).toBe(rate('1'));
    expect(['0.9', '1', '1.1'].every((text) => codec.decode(text).ok)).toBe(true);
    expect(['0.899999', '1.100001', '0', '-1', '10'].some((text) => codec.decode(text).ok)).toBe(false);
    expect(payoutSettings.maximum.codec.decode('0').ok).toBe(false);
    expect(payoutSettings.fee.codec.decode('-1').ok).toBe(false);
  });
});

describe('a masked name', () => {
  it('keeps the first letters, and says nothing about the length', () => {
    expect(maskName('Mira  Kaya')).toBe('M••• K•••');
    expect(maskName('王小明')).toBe('王•••');
  });
});
