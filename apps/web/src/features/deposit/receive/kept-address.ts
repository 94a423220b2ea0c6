import { isChain } from '@app/domain/payee';
import type { Output } from '@app/protocol';
import type { depositAddress } from '@app/protocol/deposit';

export type DepositAddress = Output<typeof depositAddress>;

/** An address as it was on this device, which is shown while the server cannot be reached. */
export type KeptAddress = DepositAddress & { readonly atMs: number };

/** An older one is not shown: its network may have closed since. */
export const KEPT_MS = 86_400_000;
const KEPT_MAX = 8;

type Kept = { readonly scope: string; readonly list: readonly KeptAddress[] };

const isText = (value: unknown) => typeof value === 'string';

function isKeptAddress(value: unknown): value is KeptAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { currency, chain, address, confirmations, seconds, contract, atMs, is_open } = value as Record<
    string,
    unknown
  >;
  const isNamed = isText(currency) && isText(chain) && isChain(chain as string) && isText(address);
  const isKnown = [confirmations, seconds, atMs].every((it) => typeof it === 'number') && is_open === true;
  return isNamed && isKnown && (contract === null || isText(contract));
}

/** Returns the addresses that were stored for this user within a day; another user's are dropped. */
export function keptAddresses(kept: unknown, scope: string, nowMs: number): readonly KeptAddress[] {
  if (typeof kept !== 'object' || kept === null || !('scope' in kept) || !('list' in kept)) return [];
  if (kept.scope !== scope || !Array.isArray(kept.list)) return [];
  return kept.list.filter(isKeptAddress).filter(({ atMs }) => nowMs - atMs >= 0 && nowMs - atMs < KEPT_MS);
}

/** Returns what to store after an address arrived, the newest first. */
export function withAddress(kept: unknown, scope: string, address: DepositAddress, nowMs: number): Kept {
  const isSame = (it: KeptAddress) => it.currency === address.currency && it.chain === address.chain;
  const others = keptAddresses(kept, scope, nowMs).filter((it) => !isSame(it));
  return { scope, list: [{ ...address, atMs: nowMs }, ...others].slice(0, KEPT_MAX) };
}
