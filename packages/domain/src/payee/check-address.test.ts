import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAINS, type Chain } from './chains.ts';
import { checkAddress } from './check-address.ts';

const lower = (text: string) => text.toLowerCase();
const same = (text: string) => text;

/** Vectors that must be accepted: the chain, where they were published, and their standard form. */
const VALID: readonly (readonly [Chain, string, string, (text: string) => string])[] = [
  ['BTC', 'BIP-350 v0 key hash', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', lower],
  ['BTC', 'BIP-350 v1, 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', same],
  ['BTC', 'BIP-350 v16', 'BC1SW50QGDZ25J', lower],
  ['BTC', 'BIP-350 v2', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', same],
  ['BTC', 'BIP-350 taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', same],
  ['BTC', 'BIP-173 script hash', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', same],
  ['BTC', 'genesis block', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', same],
  ['BTC', 'Bitcoin Core', '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', same],
  ['BTC', 'Bitcoin Core', '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou', same],
  ['BTC', 'Bitcoin Core', '1Ax4gZtb7gAit2TivwejZHYtNNLT18PUXJ', same],
  ['BTC', 'Bitcoin Core', '3QjYXhTkvuj8qPaXHTTWb5wjXhdsLAAWVy', same],
  ['BTC', 'Bitcoin Core', '1C5bSj1iEGUgSTbziymG7Cn18ENQuT36vv', same],
  ['BTC', 'Bitcoin Core', '3AnNxabYGoTxYiTEZwFEnerUoeFXK2Zoks', same],
  ['BTC', 'Bitcoin wiki', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', same],
  ['BTC', 'leading zeros of base58', '1111111111111111111114oLvT2', same],
  ['ERC20', 'EIP-55 upper', '0x52908400098527886E0F7030069857D2E4169EE7', same],
  ['ERC20', 'EIP-55 upper', '0x8617E340B3D01FA5F11F306F4090FD50E238070D', same],
  ['ERC20', 'EIP-55 lower', '0xde709f2102306220921060314715629080e2fb77', same],
  ['ERC20', 'EIP-55 lower', '0x27b1fdb04752bbc536007a920d24acb045561c26', same],
  ['ERC20', 'EIP-55', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', same],
  ['ERC20', 'EIP-55', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', same],
  ['ERC20', 'EIP-55', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', same],
  ['ERC20', 'EIP-55', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', same],
  [
    'ERC20',
    'EIP-55 without its checksum',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    () => '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ],
  [
    'ERC20',
    'EIP-55 in capitals',
    '0xFB6916095CA1DF60BB79CE92CE3EA74C37C5D359',
    () => '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ],
  ['TRC20', 'Tron, zero account', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', same],
  ['TRC20', 'Tron, USDT contract', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', same],
  ['TRC20', 'Tron, WIN contract', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', same],
  ['TRC20', 'Tron, starts like a Bitcoin test address', 'TB1RyvS55vawsvXmJK6VTJjkZdyoUKf9op', same],
  ['TRC20', 'Tron documentation', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', same],
];

/** Vectors that must be refused, with the reason. */
const INVALID: readonly (readonly [Chain, string, string, string])[] = [
  ['BTC', 'BIP-173 wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'address_checksum_wrong'],
  ['BTC', 'BIP-173 other prefix', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'address_malformed'],
  ['BTC', 'BIP-173 version 17', 'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', 'address_malformed'],
  ['BTC', 'BIP-173 one byte', 'bc1rw5uspcuh', 'address_malformed'],
  [
    'BTC',
    'BIP-173 41 bytes',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'address_malformed',
  ],
  ['BTC', 'BIP-173 v0 of 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'address_malformed'],
  ['BTC', 'BIP-173 mixed case', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', 'address_malformed'],
  ['BTC', 'BIP-173 padding too long', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'address_malformed'],
  [
    'BTC',
    'BIP-173 padding not zero',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
    'address_malformed',
  ],
  ['BTC', 'BIP-173 empty', 'bc1gmk9yu', 'address_malformed'],
  [
    'BTC',
    'BIP-173 v1 as bech32',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
    'address_checksum_wrong',
  ],
  ['BTC', 'BIP-173 v16 as bech32', 'BC1SW50QA3JX3S', 'address_checksum_wrong'],
  [
    'BTC',
    'BIP-350 other prefix',
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'address_malformed',
  ],
  [
    'BTC',
    'BIP-350 v1 as bech32',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'address_checksum_wrong',
  ],
  [
    'BTC',
    'BIP-350 v2 as bech32',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'address_checksum_wrong',
  ],
  [
    'BTC',
    'BIP-350 v16 as bech32',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'address_checksum_wrong',
  ],
  ['BTC', 'BIP-350 v0 as bech32m', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'address_checksum_wrong'],
  [
    'BTC',
    'BIP-350 v0 as bech32m',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'address_checksum_wrong',
  ],
  [
    'BTC',
    'BIP-350 unknown letter',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'address_malformed',
  ],
  ['BTC', 'BIP-350 version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'address_malformed'],
  ['BTC', 'BIP-350 one byte', 'bc1pw5dgrnzv', 'address_malformed'],
  [
    'BTC',
    'BIP-350 41 bytes',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'address_malformed',
  ],
  ['BTC', 'BIP-350 mixed case', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'address_malformed'],
  [
    'BTC',
    'BIP-350 padding too long',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'address_malformed',
  ],
  [
    'BTC',
    'BIP-350 padding not zero',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'address_malformed',
  ],
  ['BTC', 'BIP-173 testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address_of_test_network'],
  [
    'BTC',
    'BIP-350 testnet',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'address_of_test_network',
  ],
  [
    'BTC',
    'BIP-350 testnet v1',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'address_of_test_network',
  ],
  ['BTC', 'Bitcoin Core testnet', 'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', 'address_of_test_network'],
  ['BTC', 'Bitcoin Core testnet', '2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br', 'address_of_test_network'],
  ['BTC', 'Bitcoin Core testnet', 'n3ZddxzLvAY9o7184TB4c6FJasAybsw4HZ', 'address_of_test_network'],
  ['BTC', 'last letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'address_checksum_wrong'],
  ['BTC', 'letter dropped', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN', 'address_checksum_wrong'],
  ['BTC', 'letters that base58 lacks', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfO0', 'address_malformed'],
  ['BTC', 'a private key', '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr', 'address_malformed'],
  ['BTC', 'Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'address_malformed'],
  [
    'ERC20',
    'EIP-55 one letter in the wrong case',
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'address_checksum_wrong',
  ],
  [
    'ERC20',
    'EIP-55 one letter in the wrong case',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5D359',
    'address_checksum_wrong',
  ],
  ['ERC20', 'EIP-55 one digit changed', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FA', 'address_checksum_wrong'],
  ['ERC20', 'one digit short', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aD', 'address_malformed'],
  ['ERC20', 'one digit long', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb0', 'address_malformed'],
  ['ERC20', 'no hexadecimal digit', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDg', 'address_malformed'],
  ['ERC20', 'prefix in upper case', '0XD1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB', 'address_malformed'],
  ['ERC20', 'without its prefix', 'D1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', 'address_malformed'],
  ['ERC20', 'a name', 'vitalik.eth', 'address_malformed'],
  ['TRC20', 'last letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'address_checksum_wrong'],
  ['TRC20', 'starts like a Bitcoin test address', 'TB1RyvS55vawsvXmJK6VTJjkZdyoUKf9oq', 'address_checksum_wrong'],
  ['TRC20', 'two letters swapped', 'TR7NHqjeKQxGTCi8q8YZ4pL8otSzgjLj6t', 'address_checksum_wrong'],
  ['TRC20', 'one letter short', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'address_malformed'],
  ['TRC20', 'in lower case', 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'address_malformed'],
  ['TRC20', 'as hexadecimal', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'address_malformed'],
  ['TRC20', 'an Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_of_other_chain'],
  ['TRC20', 'a wrong Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be', 'address_of_other_chain'],
  ['TRC20', 'a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address_of_other_chain'],
  ['ERC20', 'a Tron address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address_of_other_chain'],
  [
    'ERC20',
    'a Bitcoin address',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'address_of_other_chain',
  ],
  ['BTC', 'a Tron address', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'address_of_other_chain'],
  ['BTC', 'an Ethereum address', '0xde709f2102306220921060314715629080e2fb77', 'address_of_other_chain'],
  ['TRC20', 'an asterisk', 'TR7NHq****SzgjLj6t', 'address_has_asterisk'],
  ['ERC20', 'an asterisk', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe*', 'address_has_asterisk'],
  ['BTC', 'nothing', '', 'address_malformed'],
  ['BTC', 'text', 'x', 'address_malformed'],
  ['BTC', 'far too long', '1'.repeat(5_000), 'address_malformed'],
];

describe('a published address', () => {
  it.each(VALID)('%s, %s: %s is accepted', (chain, _source, text, standard) => {
    expect(checkAddress(chain, text)).toEqual({ ok: true, value: standard(text) });
    expect(checkAddress(chain, ` ${text}\n`)).toEqual({ ok: true, value: standard(text) });
    for (const other of CHAINS)
      if (other !== chain) expect(checkAddress(other, text)).toMatchObject({ code: 'address_of_other_chain' });
  });

  it.each(INVALID)('%s, %s: %s is refused as %s', (chain, _source, text, code) => {
    expect(checkAddress(chain, text)).toMatchObject({ ok: false, code });
  });

  it('of another chain is named', () => {
    expect(checkAddress('TRC20', '0xde709f2102306220921060314715629080e2fb77')).toMatchObject({
      params: { found: 'Ethereum', chosen: 'TRC20' },
    });
  });
});

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const base58Address = (version: number) =>
  bytes(20).map((hash) => base58check(sha256).encode(Uint8Array.from([version, ...hash])));
const segwit = fc
  .oneof(
    fc.tuple(fc.constant(0), fc.oneof(bytes(20), bytes(32))),
    fc.tuple(fc.integer({ min: 1, max: 16 }), fc.uint8Array({ minLength: 2, maxLength: 40 })),
  )
  .map(([version, program]) => (version === 0 ? bech32 : bech32m).encode('bc', [version, ...bech32.toWords(program)]));

describe('any address', () => {
  const anyAddress = fc.oneof(
    fc.tuple(fc.constant<Chain>('BTC'), fc.oneof(base58Address(0), base58Address(5), segwit)),
    fc.tuple(fc.constant<Chain>('TRC20'), base58Address(0x41)),
  );
  const hexAddress = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);

  it('is accepted if it was encoded right, and refused with one letter changed', () => {
    fc.assert(
      fc.property(
        anyAddress,
        fc.nat(),
        fc.constantFrom(...'0123456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'),
        ([chain, address], at, letter) => {
          expect(checkAddress(chain, address)).toEqual({ ok: true, value: address });
          const place = at % address.length;
          const changed = `${address.slice(0, place)}${letter}${address.slice(place + 1)}`;
          if (changed !== address) expect(checkAddress(chain, changed).ok).toBe(false);
        },
      ),
    );
  });

  it('of Ethereum has one standard form, which is accepted as it is and in one case only', () => {
    fc.assert(
      fc.property(hexAddress, (typed) => {
        const standard = checkAddress('ERC20', typed);
        if (!standard.ok) throw new Error('a lower-case address must be accepted');
        expect(standard.value.toLowerCase()).toBe(typed);
        expect(checkAddress('ERC20', standard.value)).toEqual(standard);
        expect(checkAddress('ERC20', `0x${typed.slice(2).toUpperCase()}`)).toEqual(standard);
      }),
    );
  });

  it('or any text is decided without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHAINS), fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (chain, text) => {
        expect(typeof checkAddress(chain, text).ok).toBe('boolean');
      }),
    );
  });
});
