import type { Amount, Price } from '@app/money';
import {
  blockHash,
  type Header,
  headerBytes,
  keyIdOf,
  merklePath,
  merkleRoot,
  NO_BLOCK,
  type SealedTick,
  tickBytes,
  toHex,
} from '@app/verifier';
import type { Case } from '../price/judge-price.ts';

/** Test exchange: it really seals and signs, and tests can then corrupt its response about one price. */
export const UNIT = 10n ** 18n;
export const START = 1_790_000_000_000;
export const AT = 3;
export const HEAD = 6; // The tick's block and the next published one.
export const QUERY = { symbol: 'BTC/USDT', market: 1, seq: AT };

export type Signer = { readonly id: string; readonly publicKey: Uint8Array; readonly privateKey: CryptoKey };
const signed = async ({ privateKey }: Signer, header: Header) =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new Uint8Array(headerBytes(header))));

/** Creates a signer with a new key. */
export async function newSigner(): Promise<Signer> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { id: await keyIdOf(publicKey), publicKey, privateKey: pair.privateKey };
}

const tickOf = (market: number, seq: number, dollars: bigint): SealedTick => ({
  market,
  seq,
  atMs: START + seq * 1_000,
  price: dollars * UNIT,
  volume: 2n * UNIT,
  sources: [-1n, 0n, 1n].map((side, index) => ({ source: index + 1, price: (dollars + side) * UNIT, ageMs: 30 })),
});

/**
 * Builds eight blocks of two markets; every third is published as a head. Returns the response about the third block's
 * first tick.
 */
export async function publishPrice(signer: Signer, dollars: bigint): Promise<Case> {
  const blocks: { header: Header; leaves: Uint8Array[] }[] = [];
  for (let number = 1; number <= 8; number++) {
    const leaves = [tickOf(1, number, number === AT ? dollars : 100n), tickOf(2, number, 7n)].map(tickBytes);
    const last = blocks.at(-1);
    const previous = last === undefined ? NO_BLOCK : await blockHash(last.header);
    const name = { number, atMs: START + number * 1_000, count: 2, keyId: signer.id };
    blocks.push({ leaves, header: { ...name, root: await merkleRoot(leaves), previous } });
  }
  const [block, ...after] = blocks.slice(AT - 1, HEAD);
  if (block === undefined) throw new Error('no block');
  const heads = await Promise.all(
    [AT, HEAD].map(async (number) => {
      const header = blocks[number - 1]?.header as Header;
      return { number, hash: toHex(await blockHash(header)), at: header.atMs };
    }),
  );
  const keys = [{ id: signer.id, public_key: toHex(signer.publicKey), from_block: 1 }];
  const proof = {
    ...QUERY,
    price: (dollars * UNIT) as Price,
    volume: (2n * UNIT) as Amount,
    at: START + AT * 1_000,
    leaf: toHex(block.leaves[0] as Uint8Array),
    index: 0,
    path: (await merklePath(block.leaves, 0)).map(toHex),
    header: shown(block.header),
    signature: toHex(await signed(signer, block.header)),
    after: after.map(({ header }) => shown(header)),
    keys,
    heads: heads.slice(1),
  };
  return { query: QUERY, proof, listedHeads: heads, listedKeys: keys };
}

const shown = ({ number, atMs, count, root, previous, keyId }: Header) => ({
  number,
  at: atMs,
  count,
  root: toHex(root),
  previous: toHex(previous),
  key: keyId,
});
