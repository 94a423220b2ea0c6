import { checkAddress } from '@app/domain/payee';
import { intentText } from '@app/domain/withdrawal';
import { PLACES, subtract } from '@app/money';
import type { Reader } from '../../../platform/db/database.ts';
import { isApproved } from '../../custody/index.ts';
import * as store from './send.store.ts';
import { assetOf, type SendPlan } from './send-plan.ts';

/** What is to be paid, in units of the chain. */
export type Due = { readonly currency: string; readonly units: bigint; readonly recipient: string };

export type Verification =
  | { readonly isSound: true; readonly due: Due }
  /** Not sent, and somebody has to look: what is stored contradicts itself, or nobody approved it. */
  | { readonly isSound: false; readonly why: string };

const not = (why: string): Verification => ({ isSound: false, why });

/**
 * Decides whether a withdrawal may be signed, from what it says, what is held for it, whose address it names, and who
 * approved exactly that. Approvals are verified by keys that the operator gave to custody: a row alone proves nothing.
 */
export async function verifyWithdrawal(db: Reader, plan: SendPlan, withdrawal: store.ToSend): Promise<Verification> {
  const { currency, chain, address, amount, fee } = withdrawal;
  const asset = assetOf(plan, currency);
  if (asset === undefined || chain !== plan.chain) return not('its coin is not sent on this chain');
  const checked = checkAddress(chain, address);
  if (!checked.ok || checked.value !== address) return not('its address is malformed');
  const { held, isEnded, isSaved } = await store.readEvidence(db, withdrawal);
  if (held !== amount) return not('its money is not held');
  if (isEnded) return not('its money has moved');
  if (!isSaved) return not('its address is not a saved one of its user');
  const step = 10n ** BigInt(PLACES - asset.places);
  const received = subtract(amount, fee);
  if (fee < 0n || received <= 0n || received % step !== 0n) return not('its amount cannot be sent');
  const due = { currency, units: received / step, recipient: address };
  const problem = await approvalProblem(db, plan, withdrawal, due);
  return problem === undefined ? { isSound: true, due } : not(problem);
}

/** Says what is missing of an approval; undefined if nothing is. */
async function approvalProblem(
  db: Reader,
  { site, caps }: SendPlan,
  withdrawal: store.ToSend,
  { currency, units }: Due,
): Promise<string | undefined> {
  const { change, reasons } = withdrawal;
  if (change === undefined) {
    if (reasons.length > 0) return 'nobody approved it';
    return units <= (caps.unapproved.get(currency) ?? 0n) ? undefined : 'it is too large without an approval';
  }
  const approval = await store.readApproval(db, change);
  if (approval === undefined || approval.payload !== intentText(withdrawal)) return 'what was approved is another';
  return (await isApproved(site, approval)) ? undefined : 'no two known passkeys signed it';
}
