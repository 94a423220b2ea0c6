import { hash } from 'node:crypto';
import { signedText } from '@app/domain/staff';
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';

/** A passkey that may approve, as the operator named it to custody: never as a table says. */
export type Approver = { readonly credentialId: string; readonly publicKey: Uint8Array };

export type ApproverSite = { readonly origin: string; readonly approvers: readonly Approver[] };

/** A change as it was signed, with the browser's answers. */
export type SignedChange = {
  readonly id: bigint;
  readonly payload: string;
  readonly assertions: readonly string[];
};

/** How many different passkeys approve. */
const SIGNERS = 2;

/** Whether two different known passkeys signed this very text, under this very change. */
export async function isApproved(site: ApproverSite, { id, payload, assertions }: SignedChange): Promise<boolean> {
  const payloadHash = hash('sha256', payload);
  const challenge = hash('sha256', signedText(id, payloadHash), 'buffer').toString('base64url');
  const signers = await Promise.all(assertions.map((assertion) => signerOf(site, assertion, challenge)));
  return new Set(signers.filter((signer) => signer !== undefined)).size >= SIGNERS;
}

/** Returns which passkey gave an answer to a challenge; undefined if it is none of those that may, or did not. */
async function signerOf(
  { origin, approvers }: ApproverSite,
  assertion: string,
  expectedChallenge: string,
): Promise<string | undefined> {
  try {
    const response = JSON.parse(assertion) as AuthenticationResponseJSON; // The library validates it.
    const approver = approvers.find(({ credentialId }) => credentialId === response.id);
    if (approver === undefined) return undefined;
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      credential: { id: approver.credentialId, publicKey: new Uint8Array(approver.publicKey), counter: 0 },
    });
    return verified ? Buffer.from(approver.publicKey).toString('hex') : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an approver as the operator writes it: credential id and public key in base64url, with a colon between. */
export function readApprover(text: string): Approver {
  const [credentialId = '', publicKey = ''] = text.split(':');
  return { credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) };
}
