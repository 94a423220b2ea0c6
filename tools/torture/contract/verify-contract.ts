import {
  ALL_CONTRACT_CHECKS,
  CONTRACT_CHECKS,
  type ContractAnswer,
  type ContractReceipt,
  checkContract,
  readContract,
  readTicks,
} from '@app/verifier';
import { knownMarkets } from '../engines/verify-receipts.ts';
import { MARKETS, SESSIONS, sessionStartOf } from './terms.ts';

/** Days of this rig's engines are a few seconds long, so that nights and deliveries are dated before their time. */
const { due: _due, ...FAST_DAY_CHECKS } = ALL_CONTRACT_CHECKS.receipt;
const CHECKS = { ...ALL_CONTRACT_CHECKS, receipt: FAST_DAY_CHECKS };
/**
 * Breaks of this rig are seconds long, and none for the verifier: a stop that one delays is filled by the first tick at which
 * its market is open again.
 */
const SESSION_CHECKS = {
  ...CHECKS,
  receipt: {
    ...FAST_DAY_CHECKS,
    next: (receipt: ContractReceipt) => CONTRACT_CHECKS.next(receipt) || isAfterBreak(receipt),
  },
};

function isAfterBreak({ proof, second }: ContractReceipt): boolean {
  const [fired, filled] = [second, proof].map((it) => it && readTicks(it.leaf)[0]?.atMs);
  if (fired === undefined || filled === undefined) return false;
  const session = sessionStartOf(SESSIONS.market, filled);
  return session !== undefined && fired < session;
}

const KNOWN = knownMarkets(MARKETS);

/** Verifies a receipt as anybody can, but for what the fast days and sessions of this rig change. */
export function verifyContract(answer: unknown, id: string) {
  const receipt = readContract(answer as ContractAnswer, { id, markets: KNOWN }); // Our own API.
  return checkContract(receipt, {}, receipt.claim.market === SESSIONS.market ? SESSION_CHECKS : CHECKS);
}
