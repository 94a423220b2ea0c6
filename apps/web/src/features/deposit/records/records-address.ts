import { DEPOSIT_STATES, type DepositState } from '@app/domain/deposit';
import { RECORDS_PATH } from '../deposit-gate.tsx';

/** Lists of the page; the first one is shown unless the address names another. */
export const TABS = ['deposit', 'withdraw'] as const;
export type RecordsTab = (typeof TABS)[number];

export const tabIn = (address: URLSearchParams): RecordsTab =>
  TABS.find((tab) => tab === address.get('tab')) ?? 'deposit';

/** Returns the state that the address filters by; undefined for all. */
export const stateIn = (address: URLSearchParams): DepositState | undefined =>
  DEPOSIT_STATES.find((state) => state === address.get('state'));

/** Returns the filter as fields of an address. */
export const writeState = (state: DepositState | undefined): Record<string, string> =>
  state === undefined ? {} : { state };

/** Returns the id of the deposit that an address names; undefined if it is not an id. */
export const depositIn = (address: URLSearchParams): bigint | undefined => {
  const text = address.get('id') ?? '';
  return /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : undefined;
};

/** Returns the address of the list with one deposit open. */
export const recordPath = (id: bigint): string => `${RECORDS_PATH}?id=${id}`;
