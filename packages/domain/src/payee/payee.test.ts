import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BankCard,
  checkBankCard,
  checkPayee,
  checkPayeeName,
  isAba,
  isSwift,
  looksAlike,
  maskAccount,
  tidyCode,
} from './index.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdt = (more: object) =>
  checkPayee({ currency: 'USDT', address: TRON, name: 'Cold', ...more }, ['ERC20', 'TRC20']);

describe('a destination', () => {
  it('given no chain, then the address decides which of the coin’s chains it is', () => {
    expect(usdt({})).toMatchObject({ ok: true, value: { chain: 'TRC20' } });
    expect(usdt({ address: ETHEREUM })).toMatchObject({ ok: true, value: { chain: 'ERC20' } });
    expect(usdt({ address: 'nothing' })).toMatchObject({ code: 'address_malformed' });
    expect(usdt({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toMatchObject({ code: 'address_of_other_chain' });
  });

  it('given a chain, then it must be one of the coin’s, and the address must be of it', () => {
    expect(usdt({ chain: 'TRC20' }).ok).toBe(true);
    expect(usdt({ chain: 'ERC20' })).toMatchObject({ code: 'address_of_other_chain' });
    expect(usdt({ chain: 'BTC' })).toMatchObject({ code: 'chain_of_other_coin' });
    expect(checkPayee({ currency: 'DOGE', address: TRON, name: 'x' }, ['DOGE'])).toMatchObject({
      code: 'chain_of_other_coin',
    });
  });

  it.each(['', ' ', 'x'.repeat(21), 'a\u200bb', 'a\nb', 'a\u202eb'])('%j is not a name', (name) => {
    expect(checkPayeeName(name)).toMatchObject({ code: 'address_name_wrong', params: { maximum: '20' } });
  });

  it.each(['Cold wallet', '冷錢包', 'Cüzdan', 'กระเป๋า', 'a', '👛'])('%j is a name', (name) => {
    expect(checkPayeeName(` ${name} `)).toEqual({ ok: true, value: name });
  });
});

describe('two addresses', () => {
  it.each([
    ['TJRyWm7kPq4VxN2dHb9sLcEa6ZfGt3Qu8w', 'TJRyK2vNs8HfYm5bWd3TrA7pCe9JkZQu8w'],
    ['TJRyWm7kPq4VxN2dHb9sLcEa6ZfGt3Qu8w', 'TjryK2vNs8HfYm5bWd3TrA7pCe9JkZqU8W'],
    ['0x71C41111111111111111111111111111111190d3', '0x71c42222222222222222222222222222222290D3'],
    ['bc1qabcd1111wxyz', 'bc1qabcd2222wxyz'],
  ])('%s and %s look alike', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
    expect(looksAlike(other, one)).toBe(true);
  });

  it.each([
    ['TJRyWm7kPq4VxN2dHb9sLcEa6ZfGt3Qu8w', 'TJRyWm7kPq4VxN2dHb9sLcEa6ZfGt3Qu8w'],
    ['TJRyWm7kPq4VxN2dHb9sLcEa6ZfGt3Qu8w', 'TJRxK2vNs8HfYm5bWd3TrA7pCe9JkZQu8w'],
    ['0x71C41111111111111111111111111111111190d3', '0x71c52222222222222222222222222222222290D3'],
    ['bc1qabcd1111wxyz', 'bc1qabce2222wxyz'],
    ['bc1qabcd1111wxyz', 'bc1pabcd2222wxyz'],
  ])('%s and %s do not', (one, other) => {
    expect(looksAlike(one, other)).toBe(false);
  });
});

const CARD: BankCard = {
  realName: 'Mira Kaya',
  bankName: 'Bank of Example',
  bankAccount: '1234567890123',
  bankAddress: '1 Main Street, New York',
  branch: '',
  bankCode: '',
  aba: '021000021',
  swift: 'CHASUS33',
  holderAddress: '5 Side Street, Boston',
  postCode: '02101',
  receiverPhone: '+14155550100',
};

describe('a bank account', () => {
  it.each([
    [{}, undefined],
    [{ bankAccount: '123456789012' }, 'bank_account_wrong'],
    [{ bankAccount: '12345678901234567890123456789012345' }, 'bank_account_wrong'],
    [{ bankAccount: '12345678901 3' }, 'bank_account_wrong'],
    [{ bankAccount: '١٢٣٤٥٦٧٨٩٠١٢٣' }, 'bank_account_wrong'],
    [{ swift: 'CHASUS3' }, 'swift_code_wrong'],
    [{ swift: 'chasus33' }, 'swift_code_wrong'],
    [{ swift: 'CHASUS33XX' }, 'swift_code_wrong'],
    [{ swift: 'DEUTDEFF500' }, undefined],
    [{ aba: '021000022' }, 'aba_number_wrong'],
    [{ aba: '000000000' }, 'aba_number_wrong'],
    [{ aba: '02100002' }, 'aba_number_wrong'],
    [{ aba: '011401533' }, undefined],
    [{ receiverPhone: '12345' }, 'receiver_phone_wrong'],
    [{ receiverPhone: 'none' }, 'receiver_phone_wrong'],
  ])('given %j, then its refusal is %s', (change, code) => {
    const decision = checkBankCard({ ...CARD, ...change });
    expect(decision.ok ? undefined : decision.code).toBe(code);
  });

  it('is shown with its last four digits only', () => {
    expect(maskAccount('1234567890123')).toBe('•••• 0123');
  });

  it('has codes as people type them', () => {
    expect(tidyCode(' chas us-33 ')).toBe('CHASUS33');
    expect(isSwift(tidyCode('deut de ff'))).toBe(true);
  });

  it('has a routing number in which one wrong digit is found', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(9), (at, digit) => {
        const changed = `${CARD.aba.slice(0, at)}${digit}${CARD.aba.slice(at + 1)}`;
        expect(isAba(changed)).toBe(changed === CARD.aba);
      }),
    );
  });
});
