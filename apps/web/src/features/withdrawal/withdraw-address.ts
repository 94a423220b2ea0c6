export const WITHDRAW_PATH = '/pages/fund/withdraw';
export const RECORDS_PATH = '/pages/fund/receive_withdraw_record';
export const ASSETS_PATH = '/pages/fund/assets';
export const BANK_PATH = '/pages/setting/bank';
export const SUPPORT_PATH = '/pages/setting/contactUs';

/** Returns the page of one withdrawal. */
export const statusPath = (id: bigint): string => `${WITHDRAW_PATH}?id=${id}`;

/** Returns the page of one withdrawal to a bank. */
export const payoutPath = (id: bigint): string => `${WITHDRAW_PATH}?payout=${id}`;

/** Returns the id of the withdrawal to an address, or by its own name of one to a bank; undefined if it is not an id. */
export const withdrawalIn = (address: URLSearchParams): bigint | undefined => idIn(address, 'id');
export const payoutIn = (address: URLSearchParams): bigint | undefined => idIn(address, 'payout');

const idIn = (address: URLSearchParams, name: string): bigint | undefined => {
  const text = address.get(name) ?? '';
  return /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : undefined;
};
