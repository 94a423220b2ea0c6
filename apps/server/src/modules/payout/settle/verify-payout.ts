import { approvalText, arrivingUsd, paidText, refusalText } from '@app/domain/payout';
import type { Reader } from '../../../platform/db/database.ts';
import { type ApproverSite, isApproved } from '../../custody/index.ts';
import * as store from './settle.store.ts';

/**
 * Returns why a payout must not be booked; undefined if it may. It is decided from what is held for it and from who signed exactly that,
 * verified by keys that the operator gave to custody: a row alone proves nothing.
 */
export async function findProblem(
  db: Reader,
  site: ApproverSite,
  payout: store.DuePayout,
): Promise<string | undefined> {
  const { held, isEnded, wasApproved } = await store.readEvidence(db, payout);
  if (held !== payout.amount) return 'its money is not held';
  if (isEnded) return 'its money has moved';
  if (payout.state === 'refused') {
    const isByTwo = wasApproved || payout.change !== undefined || payout.refusedBecause === 'not_paid';
    return isByTwo ? await signatureProblem(db, site, refusalOf(payout)) : undefined;
  }
  if (payout.usd !== arrivingUsd(payout.amount, payout)) return 'its dollars are not what is left at its rate';
  const approval = { change: payout.change, kind: 'payout.approve', text: approvalText(payout) };
  return (await signatureProblem(db, site, approval)) ?? (await signatureProblem(db, site, paymentOf(payout)));
}

type Expected = { readonly change: bigint | undefined; readonly kind: string; readonly text: string };

const refusalOf = (payout: store.DuePayout): Expected => ({
  change: payout.refusalChange,
  kind: 'payout.refuse_approved',
  text: refusalText(payout),
});

const paymentOf = (payout: store.DuePayout): Expected => ({
  change: payout.paidChange,
  kind: 'payout.paid',
  text: paidText(payout, payout.bankReference ?? ''),
});

async function signatureProblem(
  db: Reader,
  site: ApproverSite,
  { change, kind, text }: Expected,
): Promise<string | undefined> {
  const signed = change === undefined ? undefined : await store.readSigned(db, change, kind);
  if (signed === undefined) return `it has no change of kind ${kind}`;
  if (signed.payload !== text) return `what was signed as ${kind} is another`;
  return (await isApproved(site, signed)) ? undefined : `no two known passkeys signed its ${kind}`;
}
