import fc from 'fast-check';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createLocalSigner, differences, type Signer, signPayment } from './signer.ts';
import type { UnsignedPayment } from './unsigned-payment.ts';

const key = generatePrivateKey();
const account = privateKeyToAccount(key);
const token = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const payment: UnsignedPayment = {
  networkId: 31_337,
  nonce: 4,
  contract: token,
  recipient: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  units: 1_250_000_000n,
  gas: 70_000n,
  feeMax: 30n,
  tip: 2n,
};

/** A signer that signs something else than it was asked to. */
const lying = (change: (payment: UnsignedPayment) => UnsignedPayment): Signer => ({
  address: account.address,
  sign: (asked) => createLocalSigner(key).sign(change(asked)),
});

describe('a signature', () => {
  it('given the payment that was asked for, then it is that, of a token and of the coin itself', async () => {
    for (const asked of [payment, { ...payment, contract: undefined }]) {
      const { raw, txHash } = await signPayment(createLocalSigner(key), asked);
      expect(await differences(raw, asked, account.address)).toEqual([]);
      expect(txHash).toMatch(/^0x[0-9a-f]{64}$/);
    }
  });

  it.each<[string, Partial<UnsignedPayment>]>([
    ['network', { networkId: 1 }],
    ['nonce', { nonce: 5 }],
    ['call', { contract: '0x6aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }],
    ['call', { contract: undefined }],
    ['call', { recipient: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb' }],
    ['call', { units: 1_250_000_001n }],
    ['gas', { gas: 70_001n }],
    ['fee', { feeMax: 31n }],
    ['fee', { tip: 1n }],
  ])('given a signer that changes the %s, then it is found', async (part, change) => {
    await expect(
      signPayment(
        lying((asked) => ({ ...asked, ...change })),
        payment,
      ),
    ).rejects.toThrow(part);
  });

  it('given another sender, another function or bytes after the arguments, then it is found', async () => {
    const other = createLocalSigner(generatePrivateKey());
    await expect(signPayment({ ...other, address: account.address }, payment)).rejects.toThrow('sender');
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [payment.recipient as Hex, 1n],
    });
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [payment.recipient as Hex, payment.units],
    });
    for (const data of [approve, `${transfer}00` as Hex]) {
      const { networkId: chainId, nonce, gas, feeMax: maxFeePerGas, tip: maxPriorityFeePerGas } = payment;
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas,
        to: token,
        data,
      });
      expect(await differences(raw, payment, account.address)).toEqual(['call']);
    }
  });

  it('given any other payment, then it is another', async () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 20n });
    await fc.assert(
      fc.asyncProperty(units, fc.nat({ max: 1_000 }), async (paid, nonce) => {
        const { raw } = await signPayment(createLocalSigner(key), { ...payment, units: paid, nonce });
        expect((await differences(raw, payment, account.address)).length > 0).toBe(
          paid !== payment.units || nonce !== payment.nonce,
        );
      }),
      { numRuns: 25 },
    );
  });
});
