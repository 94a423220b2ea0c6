import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { AuthDeps } from '../auth-deps.ts';
import type { PasskeyRow } from './passkey.store.ts';

type Site = Pick<AuthDeps, 'publicUrl'>;
type Known = Pick<PasskeyRow, 'credential_id'> & Partial<Pick<PasskeyRow, 'transports'>>;

const NAME = 'Tidemark';
/** Time a browser may take to answer. */
export const CEREMONY_SECONDS = 300;
/** Explicit list, so that it does not change with the runtime's support. */
const ALGORITHMS: readonly number[] = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];
/** For staff: the database verifies these signatures itself. */
export const STAFF_ALGORITHMS: readonly number[] = [COSEALG.ES256];
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const domainOf = ({ publicUrl }: Site) => new URL(publicUrl).hostname;
const originOf = ({ publicUrl }: Site) => new URL(publicUrl).origin;

/**
 * Returns the handle a passkey stores to identify its user: the user's id, which reveals nothing else to a stranger.
 */
export const handleOf = (userId: bigint): string => Buffer.from(`${userId}`).toString('base64url');

const describe = ({ credential_id, transports }: Known) => ({ id: credential_id, ...(transports && { transports }) });

/**
 * Options for creating a passkey: stored on the device, unlocked by its owner's face, finger or PIN. No attestation of
 * the device maker is requested.
 */
export const creationOptions = (
  site: Site,
  user: { id: bigint; account: string },
  known: readonly Known[],
  challenge?: Buffer,
  algorithms = ALGORITHMS,
) =>
  generateRegistrationOptions({
    ...(challenge && { challenge: new Uint8Array(challenge) }),
    rpName: NAME,
    rpID: domainOf(site),
    userName: user.account,
    userID: isoBase64URL.toBuffer(handleOf(user.id)),
    timeout: CEREMONY_SECONDS * 1_000,
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...algorithms],
  });

const requested = (site: Site) =>
  ({ rpID: domainOf(site), timeout: CEREMONY_SECONDS * 1_000, userVerification: 'required' }) as const;

/** Options for signing with one of these passkeys: a random challenge, or what is to be signed. */
export const requestOptions = (site: Site, known: readonly Known[], challenge?: Buffer) =>
  generateAuthenticationOptions({
    ...requested(site),
    allowCredentials: known.map(describe),
    ...(challenge && { challenge: new Uint8Array(challenge) }),
  });

/** Options for signing with any passkey, where the user is not known yet. */
export const loginOptions = (site: Site, challenge: Buffer) =>
  generateAuthenticationOptions({ ...requested(site), challenge: new Uint8Array(challenge) });

/** Returns the new credential, or undefined where the answer does not match the request. */
export async function verifyCreated(
  site: Site,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  algorithms = ALGORITHMS,
) {
  refuseCertificates(response);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: originOf(site),
    expectedRPID: domainOf(site),
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  });
  if (registrationInfo === undefined) return undefined;
  const { credential, credentialBackedUp: isSynced } = registrationInfo;
  const transports = TRANSPORTS.filter((transport) => credential.transports?.includes(transport as 'usb')); // A listed transport.
  const { id: credentialId, publicKey, counter } = credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports, isSynced };
}

/**
 * Refuses attestation certificates: none was requested, and to verify one the library would fetch any URL the
 * certificate names.
 */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined;
  if (hasCertificates || !['none', 'packed'].includes(attestation.get('fmt')))
    throw new Error('unexpected attestation');
}

/** Returns the passkey's new counter, or undefined where it did not sign this. */
export async function verifyShown(
  site: Site,
  passkey: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
  { response, challenge }: { readonly response: AuthenticationResponseJSON; readonly challenge: string },
): Promise<number | undefined> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(site),
    expectedRPID: domainOf(site),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  });
  return verified ? authenticationInfo.newCounter : undefined;
}
