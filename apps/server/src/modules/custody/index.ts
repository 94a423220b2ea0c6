export { ACCOUNT_PATHS, createDerivation, type DeriveAddress } from './address/derive-address.ts';
export {
  type Approver,
  type ApproverSite,
  isApproved,
  readApprover,
  type SignedChange,
} from './approve/verify-approval.ts';
export { type AgreedChain, createAgreedChain, NodesDisagree } from './chain/agreed-chain.ts';
export {
  type BalanceQuestion,
  type ChainBlock,
  type ChainTransfer,
  type EvmNode,
  openEvmNode,
  type TxReceipt,
} from './chain/evm-node.ts';
export { feesOf, larger } from './chain/fees-of.ts';
export { readKeystore, writeKeystore } from './sign/keystore.ts';
export { createLocalSigner, gasLimitOf, SignedOtherwise, type Signer, signPayment } from './sign/signer.ts';
export { callOf, type UnsignedPayment } from './sign/unsigned-payment.ts';
export {
  type Delegation,
  type DepositKeys,
  NO_CONTRACT,
  newDepositWords,
  openDepositAccount,
  openDepositKeys,
} from './sweeper/deposit-keys.ts';
export { createLocalGasSigner, type GasSigner, signSweep, type UnsignedSweep } from './sweeper/sign-sweep.ts';
export {
  createdAddress,
  readSweptEther,
  type SweeperCode,
  type SweptAddress,
  sweepCall,
  sweeperCodeFor,
} from './sweeper/sweeper-code.ts';
