import { claimText } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import { PLACES } from '@app/money';
import type { Reader } from '../../../platform/db/database.ts';
import { isApproved } from '../../custody/index.ts';
import { statesOfTransaction } from '../../deposit/index.ts';
import type { ClaimPlan } from './claim-plan.ts';
import * as store from './credit.store.ts';

/**
 * Returns why a claim must not be credited; undefined if it may be. What two people signed is verified by keys that the
 * operator gave to custody: a row alone proves nothing.
 */
export async function problemOfClaim(
  db: Reader,
  { chain, assets, site }: ClaimPlan,
  claim: store.ToCredit,
): Promise<string | undefined> {
  const asset = assets.find(({ currency }) => currency === claim.currency);
  if (asset === undefined || claim.chain !== chain) return 'its coin is not on this chain';
  if (claim.amount <= 0n || claim.amount % 10n ** BigInt(PLACES - asset.places) !== 0n)
    return 'its amount cannot lie on the chain';
  if (await store.isPosted(db, claim.id)) return 'its money has moved';
  if (claim.txHash !== undefined && (await isDeposit(db, claim.chain, claim.txHash)))
    return 'its transaction is a deposit';
  const approval = await store.readApproval(db, claim.change);
  if (approval === undefined || approval.payload !== claimText(claim)) return 'what was approved is another';
  return (await isApproved(site, approval)) ? undefined : 'no two known passkeys signed it';
}

/** Whether a transaction is credited as a deposit, or will be. */
async function isDeposit(db: Reader, chain: Chain, txHash: string): Promise<boolean> {
  const states = await statesOfTransaction(db, chain, txHash);
  return states.some((state) => state === 'seen' || state === 'credited');
}
