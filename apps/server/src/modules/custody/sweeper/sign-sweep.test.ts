import { generatePrivateKey, type HDKey, mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createDerivation } from '../address/derive-address.ts';
import { type DepositKeys, NO_CONTRACT, openDepositKeys } from './deposit-keys.ts';
import { createLocalGasSigner, type GasSigner, signSweep, type UnsignedSweep } from './sign-sweep.ts';
import { sweepCall, sweeperCodeFor } from './sweeper-code.ts';

const accountOf = (words: string): HDKey => mnemonicToAccount(words, { path: "m/44'/60'/0'" as never }).getHdKey();
const account = accountOf(`${'abandon '.repeat(11)}about`);
const other = accountOf(`${'test '.repeat(11)}junk`);
const addressAt = createDerivation('ERC20', account.publicExtendedKey);
const keys = openDepositKeys(account.privateExtendedKey ?? '', account.publicExtendedKey);
const gas = createLocalGasSigner(generatePrivateKey());
const contract = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const token = '0x6aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const delegations = [3, 7].map((position) => ({
  networkId: 31_337,
  position,
  address: addressAt(position),
  contract,
  nonce: position,
}));
const sweep: UnsignedSweep = {
  networkId: 31_337,
  nonce: 4,
  to: contract,
  data: sweepCall(delegations.map(({ address }) => ({ address, tokens: [token] }))),
  delegations,
  gas: 500_000n,
  feeMax: 30n,
  tip: 2n,
};

/** Signers that sign something else than they were asked to. */
const lyingGas = (change: Parameters<GasSigner['sign']>[0] extends infer Asked ? (asked: Asked) => Asked : never) => ({
  ...gas,
  sign: (asked: Parameters<GasSigner['sign']>[0]) => gas.sign(change(asked)),
});
const lyingKeys = (change: object): DepositKeys => ({
  delegate: (asked) => keys.delegate({ ...asked, ...change }),
});

describe('a signed sweep', () => {
  it('given what was asked for, then it is that: a sweep, the end of delegations, and the creation of the sweeper', async () => {
    const { creation } = sweeperCodeFor(token);
    const ends = { ...sweep, to: gas.address, data: '0x', delegations: delegations.map(ending) };
    for (const asked of [sweep, ends, { ...sweep, to: undefined, data: creation, delegations: [] }])
      expect((await signSweep({ gas, keys }, asked)).txHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<UnsignedSweep>]>([
    ['network', { networkId: 1 }],
    ['nonce', { nonce: 5 }],
    ['receiver', { to: token }],
    ['call', { data: sweepCall([]) }],
    ['call', { data: `${sweep.data}00` }],
    ['gas', { gas: 500_001n }],
    ['fee', { feeMax: 31n }],
    ['fee', { tip: 1n }],
    ['delegation', { delegations: delegations.slice(1) }],
  ])('given a gas account that signs another %s, then it is found', async (part, change) => {
    const { delegations: fewer, ...rest } = change;
    const liar = lyingGas((asked) => ({
      ...asked,
      ...rest,
      delegations: asked.delegations.slice(fewer === undefined ? 0 : 1),
    }));
    await expect(signSweep({ gas: liar, keys }, sweep)).rejects.toThrow(part);
  });

  it('given another sender, then it is found', async () => {
    const stranger = createLocalGasSigner(generatePrivateKey());
    await expect(signSweep({ gas: { ...stranger, address: gas.address }, keys }, sweep)).rejects.toThrow('sender');
  });

  it.each<[string, object]>([
    ['another contract', { contract: token }],
    ['another nonce', { nonce: 99 }],
    ['every network', { networkId: 0 }],
    ['another address', { position: 4, address: addressAt(4) }],
  ])('given a deposit address that delegates to, with or for %s, then it is found', async (_what, change) => {
    await expect(signSweep({ gas, keys: lyingKeys(change) }, sweep)).rejects.toThrow('signed another delegation');
  });

  it('given an address that is not the one at its position, then no key signs', async () => {
    const swapped = delegations.map((it) => ({ ...it, position: it.position + 1 }));
    await expect(signSweep({ gas, keys }, { ...sweep, delegations: swapped })).rejects.toThrow(
      'not the deposit address',
    );
  });
});

describe('the keys of deposit addresses', () => {
  it('open only for the extended public key that the addresses are derived from', () => {
    expect(() => openDepositKeys(other.privateExtendedKey ?? '', account.publicExtendedKey)).toThrow('another account');
    expect(() => openDepositKeys(account.publicExtendedKey, account.publicExtendedKey)).toThrow(
      'no extended private key',
    );
  });
});

function ending<Kind extends { readonly contract: string }>(delegation: Kind): Kind {
  return { ...delegation, contract: NO_CONTRACT };
}
