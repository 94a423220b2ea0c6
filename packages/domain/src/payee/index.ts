export {
  type BankCard,
  type BankRefusal,
  checkBankCard,
  isAba,
  isBankAccount,
  isPhone,
  isSwift,
  lastDigits,
  maskAccount,
  tidyCode,
  tidyPhone,
} from './bank-card.ts';
export { CHAINS, type Chain, isChain, NETWORKS } from './chains.ts';
export { ADDRESS_LENGTH_MAX, type AddressRefusal, checkAddress } from './check-address.ts';
export { COMPARED, endsOf, looksAlike } from './look-alike.ts';
export {
  ADDRESSES_MAX,
  type CheckedPayee,
  checkPayee,
  checkPayeeName,
  PAYEE_NAME,
  type Payee,
  type PayeeRefusal,
} from './payee.ts';
