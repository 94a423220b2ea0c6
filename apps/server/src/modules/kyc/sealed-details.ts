import type { Details } from '@app/domain/kyc';
import type { KeyRing, Sealed } from '../../platform/process/key-ring.ts';

const boundTo = (caseId: bigint) => `kyc:${caseId}`;

/** Seals the details of a case with its id: fields moved to another case cannot be opened. */
export const sealDetails = (keys: KeyRing, caseId: bigint, details: Details): Sealed =>
  keys.seal('identity', Buffer.from(JSON.stringify(details)), boundTo(caseId));

export const openDetails = (keys: KeyRing, caseId: bigint, sealed: Sealed): Details =>
  JSON.parse(keys.open('identity', sealed, boundTo(caseId)).toString()) as Details; // Written only above.

/** What is hashed of a case, to find it in other accounts. */
const numberText = (number: string) => `number:${number}`;
const fileText = (sha256: Buffer) => `file:${sha256.toString('hex')}`;

/** Returns the keyed hash of a document's number in standard form. */
export const hashNumber = (keys: KeyRing, number: string): Buffer => keys.mac('identity_hash', numberText(number));

/** Returns the keyed hash of a picture. */
export const hashFile = (keys: KeyRing, sha256: Buffer): Buffer => keys.mac('identity_hash', fileText(sha256));

/** Returns the hashes of a number by every master key: another case may have been hashed by an older one. */
export const hashesOfNumber = (keys: KeyRing, number: string): readonly Buffer[] =>
  keys.macs('identity_hash', numberText(number)).map(({ mac }) => mac);

export const hashesOfFile = (keys: KeyRing, sha256: Buffer): readonly Buffer[] =>
  keys.macs('identity_hash', fileText(sha256)).map(({ mac }) => mac);
